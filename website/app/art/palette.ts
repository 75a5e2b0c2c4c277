// Paper, aubergine, rose, orchid, sage and amber, as styles/tokens.css has them; each drawing mixes its own shades.

/** Rose to orchid: what was kept, and the mark. */
export const kept = ['#F25A91', '#7C3AED'] as const

/** Skin in light and in shade. The figures of the set are of several kinds, and none is the default. */
export const skin = {
  fair: { light: '#F6CDB0', shade: '#E09E80' },
  olive: { light: '#DDA070', shade: '#B8744C' },
  brown: { light: '#AD6E45', shade: '#814A2E' },
  deep: { light: '#7A4930', shade: '#54301F' },
} as const
