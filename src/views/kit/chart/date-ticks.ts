/** Labels of an axis of time. The types allow tickformatstops only on axes declared as dates. */
export const DATE_TICKS = {
  tickformatstops: [
    { enabled: true, dtickrange: [null, 21_600_000], value: '%H:%M' },
    { enabled: true, dtickrange: [21_600_000, 86_400_000], value: '%-d %b, %H:%M' },
    { enabled: true, dtickrange: [86_400_000, 'M1'], value: '%-d %b' },
    { enabled: true, dtickrange: ['M1', null], value: '%b %Y' },
  ],
} as object
