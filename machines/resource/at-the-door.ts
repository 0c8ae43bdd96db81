import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** Stands for an effect until the door provides it: a chart that is run without says whom it lacks. */
export const atTheDoor = <Output, Input extends NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor ${name} is provided at the door.`)))
