// Direction overrides and isolates can make a text read as another one than it is.
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** A text as both parts of a mail may show it: nothing in it that acts instead of being read. */
export function visible(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replaceAll('\t', '  ').replace(CONTROLS, '')
}
