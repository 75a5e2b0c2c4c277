type RoseShape = {
  x: number
  y: number
  size?: number
  colours: readonly [dark: string, middle: string, light: string]
}

/** Draws a rose seen from above and lit from the upper right. At size 1, it is about 40 units wide. */
export function RoseShape({ x, y, size = 1, colours: [dark, middle, light] }: RoseShape) {
  return (
    <g transform={`translate(${x} ${y})scale(${size})`}>
      <path d="M-19 3C-23-9-13-20-3-18 8-24 21-14 19-3 24 8 14 19 4 18-7 23-20 14-19 3z" fill={dark} />
      <path d="M-12 2C-16-8-6-19 5-15 17-13 19 3 11 9 3 17-10 12-12 2z" fill={middle} />
      <path d="M-5 0C-6-8 3-13 9-9 15-4 11 6 4 7-1 7-4 4-5 0z" fill={light} />
      <g fill="none" strokeWidth="1.6" strokeLinecap="round">
        <path d="M-15 9Q-4 19 9 12M-16-5Q-14-12-7-15" stroke={light} opacity=".8" />
        <path d="M-9 4C-10-7 0-14 8-11M13 1C12 8 5 12-2 10M-1 3C-4-3 4-8 8-3" stroke={dark} opacity=".55" />
      </g>
    </g>
  )
}

/** Colours of the drawn roses, each in a dark, a middle and a light shade. */
export const roseColours = {
  rose: ['#B5245F', '#E5447F', '#F98FB0'],
  blush: ['#E58FA0', '#F7B7BE', '#FFE1DC'],
  cream: ['#E8BFA0', '#FBE3CC', '#FFFAF2'],
  plum: ['#43184F', '#6E2F72', '#A65BA0'],
  amber: ['#C9732C', '#F2A94B', '#FFD58A'],
} as const
