import { type Problem, type ProblemCode, problem as problemOf } from '../core/problem.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

/** Passwords that are guessed first: the most common ones of ten or more characters, and the patterns behind them. */
const COMMON = new Set(
  `1234567890 12345678910 0123456789 123456789a a123456789 1234567891 123456789q q123456789 1q2w3e4r5t 1qaz2wsx3edc 1q2w3e4r5t6y
  qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 qwertyuiop1 1234qwerasdf asdfghjkl1 asdfghjkl123 zxcvbnm123 zaq12wsxcde3
  qazwsxedcrfv qazwsxedc1 qwertyasdf qwerasdfzxcv poiuytrewq mnbvcxzasd 0987654321 9876543210 1122334455 1111111111 0000000000 2222222222
  1212121212 1231231231 123123123123 123454321a 1234512345 12344321ab 1357924680 147258369a 9999999999 5555555555 7777777777
  password12 password123 password1234 password12345 password123456 password01 password11 password99 passwordpassword mypassword
  mypassword1 mypassword123 thepassword newpassword newpassword1 changeme12 changeme123 changeme1234 changemenow letmein123 letmein1234
  letmeinnow welcome123 welcome1234 welcome12345 welcome2024 welcome2025 welcome2026 administrator administrator1 admin12345 admin123456
  adminadmin admin1admin1 rootroot12 root123456 superadmin superuser1 testtest12 testtest123 test123456 testing123 testing1234 test1234567
  iloveyou12 iloveyou123 iloveyou1234 iloveyou!! iloveyouso sunshine12 sunshine123 princess12 princess123 football12 football123 baseball12
  baseball123 basketball superman12 superman123 batman1234 dragon1234 monkey1234 master1234 shadow1234 michael123 jennifer12 charlie123
  liverpool1 manchester chocolate1 computer12 computer123 internet12 internet123 samsung123 google1234 facebook12 abcdefghij abcdefghijk
  abcd123456 abc1234567 abc123abc123 aaaaaaaaaa aa12345678 asdfasdf12 asd1234567 secret1234 default123 whatever12 trustno1trustno1
  starwars12 starwars123 pokemon123 hello12345 hellohello freedom123 hunter2hunter2 correcthorse winter2024 summer2024 spring2024 autumn2024`
    .trim()
    .split(/\s+/),
)

const problem = (code: ProblemCode, says: string): Problem => problemOf('password', code, says)

/** Field errors of a password for the account of `email`: at most one, the first to fix. */
export const passwordProblems = (password: string, email: string): Problem[] => {
  const length = [...password].length
  if (length < MIN_LENGTH) return [problem('length', `must have at least ${MIN_LENGTH} characters.`)]
  if (length > MAX_LENGTH) return [problem('length', `must have at most ${MAX_LENGTH} characters.`)]
  const plain = password.toLowerCase().trim()
  if (plain === email.toLowerCase().trim()) return [problem('forbidden', 'must not be the email address.')]
  if (COMMON.has(plain) || new Set(plain).size < 3)
    return [problem('forbidden', 'must not be a commonly used password; choose another.')]
  return []
}
