const EXPORT = /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|class|const|let|type|interface) (\w+)/

/** The exports of a file that no docstring stands above: what they promise would have to be guessed. */
export function exportsWithoutDocstring(path: string, text: string): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const name = EXPORT.exec(line)?.[1]
    if (!name || isExplained(lines, index, name)) return []
    return [`${path}:${index + 1} ${name} has no docstring`]
  })
}

/** A value and the type of the same name are one thing: the first of the two is explained. */
function isExplained(lines: string[], index: number, name: string): boolean {
  if (lines[index - 1]?.trimEnd().endsWith('*/')) return true
  return lines.slice(0, index).some((line) => EXPORT.exec(line)?.[1] === name)
}
