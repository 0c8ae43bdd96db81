/** Icon paths on a 16 × 16 grid, strokes 1.5 wide with round ends. */
export const icons = {
  assertions: 'M2.5 4.5 3.8 6 6 3.2M2.5 10.5 3.8 12 6 9.2M8.5 4.8h5M8.5 10.8h5',
  audit: 'M2.8 8a5.2 5.2 0 1 0 1.6-3.8L2.8 5.6M2.8 2.8v2.8h2.8M8 5.2V8l2 1.3',
  bell: 'M3.5 11.5h9c-1-1.2-1.2-2.3-1.2-4.2A3.3 3.3 0 0 0 8 3.8a3.3 3.3 0 0 0-3.3 3.5c0 1.9-.2 3-1.2 4.2M6.8 13.5h2.4M8 2.5v1.3',
  billing: 'M2.2 4h11.6v8.5H2.2zM2.2 6.8h11.6M4.5 10h2.5',
  catalog: 'M2.8 2.8h4v4h-4zM9.2 2.8h4v4h-4zM2.8 9.2h4v4h-4zM9.2 9.2h4v4h-4z',
  changes: 'M5 3v10M3 5.5h4M11 3v10M9 10.5h4',
  chart: 'M2.5 12.5h11M4.5 12.5V8.5M8 12.5v-8M11.5 12.5V6.5',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  'chevron-down': 'M4.5 6.2 8 9.8l3.5-3.6',
  'chevron-left': 'M9.8 4.5 6.2 8l3.6 3.5',
  'chevron-right': 'M6.2 4.5 9.8 8l-3.6 3.5',
  'chevron-up': 'M4.5 9.8 8 6.2l3.5 3.6',
  close: 'M4 4l8 8M12 4l-8 8',
  conformance: 'M8 2.2 13 4v4c0 3-2.2 5-5 5.9C5.2 13 3 11 3 8V4zM5.8 8l1.7 1.7 3-3.2',
  copy: 'M5.5 5.5h7.7v7.7H5.5zM3 10.5V2.8h7.5',
  debug:
    'M5 6.5h6v4a3 3 0 0 1-6 0zM6 6.5V5a2 2 0 0 1 4 0v1.5M2.5 5.5 5 7M13.5 5.5 11 7M2.2 9.5H5M13.8 9.5H11M3 13.3l2.3-1.8M13 13.3l-2.3-1.8',
  down: 'M8 3v9.5M4.5 9 8 12.5 11.5 9',
  download: 'M8 2.5v7M5.2 7 8 9.8 10.8 7M3 13h10',
  edit: 'M3 13l.6-2.8 7-7 2.2 2.2-7 7zM9.2 4.6l2.2 2.2',
  environment:
    'M6 2.8c-2 0-1.8 1.2-1.8 2.6S3.8 7.6 2.6 8c1.2.4 1.6 1.2 1.6 2.6S4 13.2 6 13.2M10 2.8c2 0 1.8 1.2 1.8 2.6s.4 2.2 1.6 2.6c-1.2.4-1.6 1.2-1.6 2.6s.2 2.6-1.8 2.6',
  file: 'M4 2.5h5L12 5.5v8H4zM9 2.5v3h3',
  globe:
    'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M2.2 8h11.6M8 2.2c3.2 3.6 3.2 8 0 11.6M8 2.2c-3.2 3.6-3.2 8 0 11.6',
  help: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M6.3 6.3A1.8 1.8 0 1 1 8 8.4v.8M8 11.2h0',
  home: 'M2.5 7.5 8 3l5.5 4.5M4 6.8V13h8V6.8M6.7 13V9.5h2.6V13',
  import: 'M8 2.5v6.5M5.2 6.4 8 9.2l2.8-2.8M2.8 9.5v3.7h10.4V9.5',
  insights: 'M2.3 11.5a5.9 5.9 0 1 1 11.4 0M8 10.5l2.6-3.6M5 11.5h0M11 11.5h0',
  key: 'M9.2 6.8a3 3 0 1 0-2.8 2.6l.9-.9h1.5V7zM5 5.3h0M9 7.4l4.5 4.5V13.5H11V12H9.6v-1.5',
  leave: 'M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5',
  location: 'M8 14s4.5-3.8 4.5-7.3a4.5 4.5 0 0 0-9 0C3.5 10.2 8 14 8 14M8 5a1.7 1.7 0 1 0 0 3.4A1.7 1.7 0 0 0 8 5',
  lock: 'M4 7h8v6.2H4zM5.7 7V5.2a2.3 2.3 0 0 1 4.6 0V7',
  mail: 'M2.4 4h11.2v8.4H2.4zM2.6 4.4 8 8.8l5.4-4.4',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  monitor: 'M1.5 8.5h3L6.5 4l3 8.5 2-4h3',
  more: 'M3.6 8h0M8 8h0M12.4 8h0',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  performance: 'M2.5 12.5h11M3 10l3.2-3.5L9 9l4-5M10.3 4H13v2.7',
  person: 'M8 2.8a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2M3 13.4c.5-2.6 2.4-4 5-4s4.5 1.4 5 4',
  play: 'M5 3.2v9.6L12.5 8z',
  plus: 'M8 3v10M3 8h10',
  reload: 'M13 8a5 5 0 1 1-1.5-3.6L13 5.8M13 2.8v3h-3',
  report: 'M4 2.5h5.5L12.5 5.5v8H4zM6.3 11V9.2M8.3 11V7.5M10.3 11V8.5',
  results: 'M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5',
  same: 'M3 8h10',
  schedule: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2M8 5v3.2l2.2 1.3',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9M10.3 10.3l3.4 3.4',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M8.5 3.2v3.6h3V3.2zM4.5 9.2v3.6h3V9.2z',
  snooze: 'M13.2 9.8A5.6 5.6 0 1 1 6.2 2.8a4.6 4.6 0 0 0 7 7M9.6 3h3.2l-3.2 3.6h3.2',
  supplier:
    'M6.7 9.3l2.6-2.6M7.3 4.6l1.2-1.2a2.9 2.9 0 0 1 4.1 4.1l-1.2 1.2M8.7 11.4l-1.2 1.2a2.9 2.9 0 0 1-4.1-4.1l1.2-1.2',
  switch: 'M5 6.2 8 3.2l3 3M5 9.8l3 3 3-3',
  table: 'M2.5 3h11v10h-11zM2.5 6.3h11M6.3 6.3V13',
  tag: 'M2.8 2.8h5l5.6 5.6-5 5L2.8 7.8zM5.5 5.5h0',
  trash: 'M3 4.5h10M6.3 4.5V3h3.4v1.5M4.3 4.5l.6 8.7h6.2l.6-8.7M6.7 7v4M9.3 7v4',
  up: 'M8 13V3.5M4.5 7 8 3.5 11.5 7',
  unlock: 'M4 7h8v6.2H4zM5.7 7V5.2a2.3 2.3 0 0 1 4.4-.9',
  upload: 'M8 9.8v-7M5.2 5.3 8 2.5l2.8 2.8M3 13h10',
  workflow: 'M2.5 3h4v4h-4zM9.5 9h4v4h-4zM4.5 7v4h5M6.5 5h5v4',
} as const

/** Name of an existing icon. */
export type IconName = keyof typeof icons

/** Whether a text names an icon; commands name icons as plain text. */
export const isIcon = (name: string): name is IconName => Object.hasOwn(icons, name)
