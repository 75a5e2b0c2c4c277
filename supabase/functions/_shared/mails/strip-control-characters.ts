// Matches the Unicode bidirectional overrides and isolates. An attacker can use them to display a text in another order than it is stored
// in (spoofing).
const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g

const CONTROLS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g

/** Removes bidirectional controls and control characters except line feeds, and replaces a tab by two spaces. */
export function stripControlCharacters(text: string): string {
  return text.replace(DIRECTION_CONTROLS, '').replaceAll('\t', '  ').replace(CONTROLS, '')
}
