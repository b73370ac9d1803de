/** Strokes on a grid of 24, drawn for this page. */
const PATHS = {
  translate:
    'M4 6h9M8.5 4v2M6 6c.6 3.2 2.6 5.6 5.5 7M11 6c-.7 3.6-3 6.3-6.5 7.5M12.5 20l4-9.5 4 9.5M13.8 17h5.4',
  files:
    'M13.5 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.500zM13.5 3.500v5h5M9 13h6M9 16.500h4',
  words:
    'M5 5.500A1.5 1.5 0 0 1 6.5 4H19v13.500H6.500A1.5 1.5 0 0 0 5 19zM5 19a1.5 1.5 0 0 0 1.5 1.500H19V17.500M9 8h6M9 11h4',
  models: 'M12 3.500l8 4.25-8 4.25-8-4.250zM4 12l8 4.250L20 12M4 16.250l8 4.25 8-4.25',
  work: 'M4 6.500h10M4 12h7M4 17.500h6M14.5 15.500l2.5 2.5 4-5',
  usage: 'M4.5 18.500a9 9 0 1 1 15 0M12 14.500l4-5M12 16a1.2 1.2 0 1 0 0-2.400 1.2 1.2 0 0 0 0 2.4z',
  operations: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  steps: 'M5 20v-4h4.500v-4.500H14V7h5M16 4l3 3-3 3',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  swap: 'M7 4L3.5 7.5 7 11M3.5 7.500H17M17 13l3.5 3.500L17 20M20.5 16.500H7',
  copy: 'M9 9V5.500A1.5 1.5 0 0 1 10.5 4h8A1.5 1.5 0 0 1 20 5.500v8a1.5 1.5 0 0 1-1.5 1.500H15M5.5 9h8A1.5 1.5 0 0 1 15 10.500v8a1.5 1.5 0 0 1-1.5 1.500h-8A1.5 1.5 0 0 1 4 18.500v-8A1.5 1.5 0 0 1 5.5 9z',
  download: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.500M4.5 19.500h15',
  upload: 'M12 15.500V4.500M7.5 9L12 4.5 16.5 9M4.5 19.500h15',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.500L20.5 20.5',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  edit: 'M4.5 19.500l1-4.500L16 4.500l3.5 3.500L9 18.500zM13.5 7l3.5 3.5',
  trash: 'M4.5 7h15M9.5 7V4.500h5V7M6.5 7l1 13h9l1-13M10 11v5.500M14 11v5.5',
  plus: 'M12 5v14M5 12h14',
  undo: 'M8.5 5L4.5 9l4 4M4.5 9H14a5 5 0 0 1 0 10H9',
  clock: 'M12 20.500a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.500V12l3 2',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500v2M12 19.500v2M4.5 4.500l1.4 1.400M18.1 18.100l1.4 1.400M2.5 12h2M19.5 12h2M4.5 19.500l1.4-1.400M18.1 5.900l1.4-1.4',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z',
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  chevron: 'M6.5 9.500L12 15l5.5-5.5',
  alert: 'M12 4L2.5 20h19zM12 10v4.500M12 17v.5',
  leave: 'M14 4.500H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.500h8M10.5 12h10M17 8.500l3.5 3.5-3.5 3.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A picture beside words, or in a button that has an `aria-label`: never the only thing that speaks. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
