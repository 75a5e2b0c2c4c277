/**
 * Returns a function that splits a stream of UTF-8 bytes into lines. Each call takes the next chunk and returns the lines that end in it; an
 * unfinished line is kept for the next call. The console's page imports it too.
 */
export function createLineSplitter(): (chunk: Uint8Array) => string[] {
  const decoder = new TextDecoder()
  let rest = ''
  return (chunk) => {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    return lines
  }
}
