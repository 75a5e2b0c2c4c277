declare module 'subset-font' {
  type Axis = number | { min: number; max: number; default?: number }
  type Options = {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    variationAxes?: Record<string, Axis>
    keepFeatures?: string[]
    noHinting?: boolean
  }
  /** Subsets a font to the characters of `text`. The function is declared here because the package contains no types. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
