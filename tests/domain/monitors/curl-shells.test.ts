import { describe, expect, test } from 'vitest'
import { requestOfCurl } from '../../../src/domain/monitors/curl.ts'

const read = (command: string) => {
  const reading = requestOfCurl(command)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading
}
const { raw } = String

const order = {
  method: 'POST',
  url: 'https://shop.example.com/api/orders?page=1&sort=%2Bprice',
  headers: [
    { key: 'accept', value: '*/*' },
    { key: 'content-type', value: 'application/json' },
    { key: 'sec-ch-ua', value: '"Chromium";v="140", "Not=A?Brand";v="24"' },
    { key: 'Cookie', value: 'session=a%3D1; theme=dark' },
  ],
  body: '{"name":"100% cotton & wool","note":"it\'s <b>\nnew","path":"C:\\\\shop"}',
}

describe('a request that a browser copied is the same for every shell', () => {
  test('Chrome and Edge, bash', () => {
    const { request, notes } = read(raw`curl 'https://shop.example.com/api/orders?page=1&sort=%2Bprice' \
  -H 'accept: */*' \
  -H 'content-type: application/json' \
  -b 'session=a%3D1; theme=dark' \
  -H 'sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"' \
  --data-raw $'{"name":"100% cotton & wool","note":"it\'s <b>\nnew","path":"C:\\\\shop"}'`)
    expect(request).toMatchObject(order)
    expect(notes).toEqual([])
  })

  test('Chrome and Edge, cmd, as it is today', () => {
    const { request, notes } = read(raw`curl ^"https://shop.example.com/api/orders?page=1^&sort=^%^2Bprice^" ^
  -H ^"accept: */*^" ^
  -H ^"content-type: application/json^" ^
  -b ^"session=a^%^3D1; theme=dark^" ^
  -H ^"sec-ch-ua: ^\^"Chromium^\^";v=^\^"140^\^", ^\^"Not=A?Brand^\^";v=^\^"24^\^"^" ^
  --data-raw ^"^{^\^"name^\^":^\^"100^% cotton ^& wool^\^",^\^"note^\^":^\^"it's ^<b^>^

new^\^",^\^"path^\^":^\^"C:^\^\^\^\shop^\^"^}^"`)
    expect(request).toMatchObject(order)
    expect(notes).toEqual([])
  })

  test('Chrome and Edge, cmd, as it was for years, with Windows line ends', () => {
    const { request, notes } = read(
      raw`curl "https://shop.example.com/api/orders?page=1^&sort=^%^2Bprice" ^
  -H "accept: */*" ^
  -H "content-type: application/json" ^
  -H "Cookie: session=a^%^3D1; theme=dark" ^
  -H "sec-ch-ua: ^\^"Chromium^\^";v=^\^"140^\^", ^\^"Not=A?Brand^\^";v=^\^"24^\^"" ^
  --data-raw ^"^{^\^"name^\^":^\^"100^% cotton ^& wool^\^",^\^"note^\^":^\^"it's ^<b^>^

new^\^",^\^"path^\^":^\^"C:^\^\^\^\shop^\^"^}^" ^
  --compressed`.replaceAll('\n', '\r\n'),
    )
    expect(request.body).toBe(order.body)
    expect(request.url).toBe(order.url)
    expect(request.headers).toHaveLength(4)
    expect(request.headers).toEqual(expect.arrayContaining(order.headers))
    expect(notes).toEqual([])
  })

  test('Firefox, cmd', () => {
    const { request } = read(
      raw`curl "https://shop.example.com/api/orders" --compressed -X POST -H "User-Agent: Mozilla/5.0" -H "Content-Length: 19" --data-raw "{""name"":""two"",""n"":1}"`,
    )
    expect(request).toMatchObject({ method: 'POST', body: '{"name":"two","n":1}' })
  })

  test('Chrome and Edge, PowerShell', () => {
    const { request, notes } = read(
      [
        '$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession',
        '$session.UserAgent = "Mozilla/5.0 (X11; Linux x86_64)"',
        '$session.Cookies.Add((New-Object System.Net.Cookie("session", "a%3D1", "/", "shop.example.com")))',
        '$session.Cookies.Add((New-Object System.Net.Cookie("theme", "dark", "/", "shop.example.com")))',
        'Invoke-WebRequest -UseBasicParsing -Uri "https://shop.example.com/api/orders?page=1&sort=%2Bprice" `',
        '-Method "POST" `',
        '-WebSession $session `',
        '-Headers @{',
        '"accept"="*/*"',
        '  "sec-ch-ua"="`"Chromium`";v=`"140`", `"Not=A?Brand`";v=`"24`""',
        '} `',
        '-ContentType "application/json" `',
        raw`-Body "{${'`'}"name${'`'}":${'`'}"100% cotton & wool${'`'}",${'`'}"note${'`'}":${'`'}"it's <b>$([char]10)new${'`'}",${'`'}"path${'`'}":${'`'}"C:\\shop${'`'}"}"`,
      ].join('\n'),
    )
    expect(request).toMatchObject({ method: 'POST', url: order.url, body: order.body, follow_redirects: true })
    const named = (pairs: readonly { key: string; value: string }[]) =>
      pairs.map(({ key, value }) => `${key.toLowerCase()}: ${value}`).sort()
    expect(named(request.headers)).toEqual(
      named([...order.headers, { key: 'User-Agent', value: 'Mozilla/5.0 (X11; Linux x86_64)' }]),
    )
    expect(notes).toEqual([])
  })

  test('a form with files, which browsers copy without their content', () => {
    const { request, notes } = read(
      raw`curl 'https://example.com/upload' -H 'content-type: multipart/form-data; boundary=----FormBoundaryQ1w2' --data-raw $'------FormBoundaryQ1w2\r\nContent-Disposition: form-data; name="title"\r\n\r\nMy cat\r\n------FormBoundaryQ1w2\r\nContent-Disposition: form-data; name="photo"; filename="cat.png"\r\nContent-Type: image/png\r\n\r\n\r\n------FormBoundaryQ1w2--\r\n'`,
    )
    expect(request).toMatchObject({
      method: 'POST',
      headers: [],
      body: null,
      parts: [
        { name: 'title', value: 'My cat' },
        { name: 'photo', file_id: null, file_name: 'cat.png', content_type: 'image/png' },
      ],
    })
    expect(notes).toEqual(['The file cat.png has to be uploaded.'])
  })
})

describe('documentation’s commands are read', () => {
  const json = { key: 'Content-Type', value: 'application/json' }
  test.each<[title: string, command: string, request: object, notes: readonly string[]]>([
    [
      'a heredoc',
      'curl -X PUT https://example.com/a -H "Content-Type: application/json" --data-binary @- <<EOF\n{\n  "a": "$NAME"\n}\nEOF\n',
      { method: 'PUT', body: '{\n  "a": "{{ NAME }}"\n}\n', headers: [json] },
      ['NAME was a variable of the shell: give it a value under Variables.'],
    ],
    [
      'a quoted heredoc, without its line breaks for -d',
      'curl https://example.com/a -d @- <<\'JSON\'\n{"a":\n"$b"}\nJSON\necho done',
      { method: 'POST', body: '{"a":"$b"}' },
      ['Only the first curl command is used. Left out: echo.'],
    ],
    ['a here-string', `curl https://example.com/a --json @- <<< '{"a":1}'`, { method: 'POST', body: '{"a":1}\n' }, []],
    ['a pipe', `echo -n '{"a":1}' | curl https://example.com/a --json @-`, { body: '{"a":1}' }, []],
    [
      'a prompt, and a prompt in each continued line',
      '$ curl -sS https://example.com/a \\\n>   -H "A: b" \\\n>   -k',
      { url: 'https://example.com/a', headers: [{ key: 'A', value: 'b' }], verify_tls: false },
      [],
    ],
    ['a prompt with a host', 'ada@box:~/shop$ curl https://example.com/a', { url: 'https://example.com/a' }, []],
    [
      'variables that the script sets',
      `export TOKEN=abc\nBASE="https://example.com"\ncurl "$BASE/a" -H "Authorization: Bearer \${TOKEN}"`,
      { url: 'https://example.com/a', headers: [{ key: 'Authorization', value: 'Bearer abc' }] },
      [],
    ],
    [
      'several commands',
      'curl https://example.com/a; curl https://example.com/b',
      { url: 'https://example.com/a' },
      ['Only the first curl command is used. Left out: another curl command.'],
    ],
    ['spaces after a backslash', 'curl https://example.com/a \\  \n  -k', { verify_tls: false }, []],
    [
      'a command that lost its line ends',
      "curl 'https://example.com/a' \\   -H 'A: b' \\   --insecure",
      { url: 'https://example.com/a', headers: [{ key: 'A', value: 'b' }], verify_tls: false },
      [],
    ],
    ['a comment', '# List them\ncurl https://example.com/a # all', { url: 'https://example.com/a' }, []],
    [
      'a form',
      `curl https://example.com/a -F title=Cat -F 'photo=@~/pics/cat.png;type=image/png' -F 'note="a;b";type=text/plain' --form-string mail=@home -F 'text=<notes.txt' -F 'raw={};filename=x.json'`,
      {
        method: 'POST',
        body: null,
        headers: [],
        parts: [
          { name: 'title', value: 'Cat' },
          { name: 'photo', file_id: null, file_name: 'cat.png', content_type: 'image/png' },
          { name: 'note', value: 'a;b', content_type: 'text/plain' },
          { name: 'mail', value: '@home' },
          { name: 'text', value: '' },
          { name: 'raw', value: '{}', file_name: 'x.json' },
        ],
      },
      ['The text of the form field “text” is in the file notes.txt: enter it.', 'The file cat.png has to be uploaded.'],
    ],
    [
      'bytes',
      raw`curl https://example.com/a --data-binary $'\x89PNG\r\n'`,
      { body: 'iVBORw0K', body_encoding: 'base64' },
      [],
    ],
    ['several --json', `curl https://example.com/a --json '{"a":' --json '1}'`, { body: '{"a":1}' }, []],
    [
      'curl.exe with backticks',
      'PS C:\\Users\\ada> curl.exe -X POST https://example.com/a `\n  -H "A: $env:TOKEN" `\n  -d \'{\\"a\\": 1}\'',
      { method: 'POST', body: '{"a": 1}', headers: [{ key: 'A', value: '{{ TOKEN }}' }, expect.any(Object)] },
      ['TOKEN was a variable of the shell: give it a value under Variables.'],
    ],
    [
      'curl.exe of cmd',
      'C:\\Users\\ada>curl.exe -d "{\\"a\\":\\"x&y\\"}" -H "Content-Type: application/json" https://example.com/a & echo done',
      { method: 'POST', body: '{"a":"x&y"}', headers: [json] },
      ['Only the first curl command is used. Left out: echo.'],
    ],
    [
      'Invoke-RestMethod with variables',
      [
        '$headers = @{ Authorization = "Bearer $token"; "X-Id" = 7 }',
        '$body = @{ name = "Ada"; tags = @("a", "b") } | ConvertTo-Json',
        '$answer = Invoke-RestMethod -Uri https://example.com/a -Method Post -Headers $headers -Body $body -ContentType application/json -TimeoutSec 5 -Proxy http://p:1',
        '$answer | Format-List',
      ].join('\r\n'),
      {
        method: 'POST',
        body: '{"name":"Ada","tags":["a","b"]}',
        timeout_seconds: 5,
        headers: [{ key: 'Authorization', value: 'Bearer {{ token }}' }, { key: 'X-Id', value: '7' }, json],
      },
      expect.arrayContaining([expect.stringContaining('--proxy'), expect.stringContaining('token')]),
    ],
    [
      'a table as the query of a GET',
      'irm https://example.com/a -Body @{ q = "a b"; n = 1 }',
      { method: 'GET', url: 'https://example.com/a?q=a+b&n=1', body: null },
      [],
    ],
    [
      'parameters from a table',
      "$p = @{\n  Uri = 'https://example.com/a'\n  Method = 'DELETE'\n}\nInvoke-WebRequest @p",
      { method: 'DELETE', url: 'https://example.com/a' },
      [],
    ],
    [
      'Basic authorization that PowerShell encodes',
      '$pair = "ada:pass"\n$h = @{ Authorization = "Basic " + [Convert]::ToBase64String([Text.Encoding]::ASCII.GetBytes($pair)) }\niwr https://example.com/a -Headers $h',
      { headers: [{ key: 'Authorization', value: 'Basic YWRhOnBhc3M=' }] },
      [],
    ],
    [
      'a here-string of PowerShell',
      '$body = @\'\n{\n  "a": "$b"\n}\n\'@\ncurl.exe --data-raw $body https://example.com/a',
      { body: '{\n  "a": "$b"\n}' },
      [],
    ],
    [
      'HTTP/2 names',
      "curl https://example.com/a -H ':authority: example.com' -H 'A: b'",
      { headers: [{ key: 'A', value: 'b' }] },
      [],
    ],
    ['a range', 'curl -r 0-99 https://example.com/a', { headers: [{ key: 'Range', value: 'bytes=0-99' }] }, []],
    [
      '--url-query',
      'curl https://example.com/a --url-query "q=a b" --url-query +raw=%20',
      { url: 'https://example.com/a?q=a+b&raw=%20' },
      [],
    ],
    [
      'a blank to fill in',
      'curl https://example.com/users/<user-id>',
      { url: 'https://example.com/users/<user-id>' },
      [],
    ],
  ])('%s', (_, command, request, notes) => {
    const reading = read(command)
    expect(reading.request).toMatchObject(request)
    expect(reading.notes).toEqual(notes)
  })
})

test.each([
  'Invoke-WebRequest',
  'Invoke-WebRequest -Uri "https://example.com',
  '$x = @{',
  'curl ^"https://example.com',
  'Get-Process | Stop-Process',
  `iwr ${'('.repeat(200)}`,
])('what cannot be read is refused with a sentence: %s', (command) => {
  expect(requestOfCurl(command)).toEqual({ problem: expect.stringMatching(/^[A-Z].*\.$/) })
})
