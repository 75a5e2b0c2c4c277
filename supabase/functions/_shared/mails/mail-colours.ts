// Written from website/app/styles/tokens.css by `npm run check -- --write`. Do not edit.

/** The colours of mails, by the token of the website and the colour scheme. */
export const mailColours = {
  light: {
    paper: '#fbf6f1',
    surface: '#fffdfb',
    ink: '#2a1433',
    muted: '#655370',
    rose: '#e5447f',
    roseStrong: '#cf2f6e',
    shadow: '42 20 51',
  },
  dark: {
    paper: '#1b0e22',
    surface: '#35213f',
    ink: '#f7eef3',
    muted: '#c3b0cb',
    rose: '#ff6f9f',
    roseStrong: '#cf2f6e',
    shadow: '8 2 12',
  },
} as const
