/** The colours every drawing of the site is made from; a drawing may mix its own shades between them. */
export const palette = {
  paper: '#FBF6F1',
  cream: '#FFE9CF',
  ink: '#2A1433',
  plum: '#5B2A5E',
  rose: '#E5447F',
  blush: '#F7C6C5',
  orchid: '#7C3AED',
  lilac: '#C9B3F2',
  sage: '#8FAE8B',
  moss: '#3F5F50',
  amber: '#F2A94B',
  gold: '#FFD58A',
} as const

/** Skin in light and in shade. The figures of the set are of several kinds, and none is the default. */
export const skin = {
  fair: { light: '#F6CDB0', shade: '#E09E80' },
  olive: { light: '#DDA070', shade: '#B8744C' },
  brown: { light: '#AD6E45', shade: '#814A2E' },
  deep: { light: '#7A4930', shade: '#54301F' },
} as const
