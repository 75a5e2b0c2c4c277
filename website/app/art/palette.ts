// Shared colours, matching styles/tokens.css; each drawing has further shades of its own.

/** The gradient from rose to orchid, for kept prints and the logo mark. */
export const kept = ['#F25A91', '#7C3AED'] as const

/** Skin tones, each in light and shade. */
export const skin = {
  fair: { light: '#F6CDB0', shade: '#E09E80' },
  olive: { light: '#DDA070', shade: '#B8744C' },
  brown: { light: '#AD6E45', shade: '#814A2E' },
  deep: { light: '#7A4930', shade: '#54301F' },
} as const
