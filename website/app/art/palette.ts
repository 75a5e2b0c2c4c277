// Colours that several drawings share. They match styles/tokens.css. Further shades are defined in the drawings themselves.

/** Colours of the gradient from rose to orchid, for photos that were swiped right (kept) and the logo mark. */
export const keptGradientColours = ['#F25A91', '#7C3AED'] as const

/** Skin tones of people in the drawings, each with a colour in light and one in shade. */
export const skinTones = {
  fair: { light: '#F6CDB0', shade: '#E09E80' },
  olive: { light: '#DDA070', shade: '#B8744C' },
  brown: { light: '#AD6E45', shade: '#814A2E' },
  deep: { light: '#7A4930', shade: '#54301F' },
} as const
