import { fromPromise, type NonReducibleUnknown } from 'xstate'

/** Placeholder for an effect that is provided where the app starts. Without it, the chart fails with the effect's name. */
export const notProvided = <Output, Input extends NonReducibleUnknown>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`The actor ${name} is not provided.`)))
