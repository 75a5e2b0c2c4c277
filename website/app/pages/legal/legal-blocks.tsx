import { Fragment } from 'react'
import type { LegalBlock, LegalInline } from '../../content/legal.ts'

/** Renders the paragraphs and lists of a section of a legal text. */
export function LegalBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return blocks.map((block) => <Block key={JSON.stringify(block)} block={block} />)
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string' || !('list' in block)) {
    return (
      <p className="mt-4">
        <Words words={block} />
      </p>
    )
  }
  return (
    <ul className="mt-4 grid list-disc gap-2 ps-6">
      {block.list.map((words) => (
        <li key={JSON.stringify(words)}>
          <Words words={words} />
        </li>
      ))}
    </ul>
  )
}

function Words({ words }: { words: LegalInline }) {
  if (typeof words === 'string') return words
  return words.map((part) =>
    typeof part === 'string' ? (
      <Fragment key={part}>{part}</Fragment>
    ) : (
      <a key={part.href} href={part.href} className="text-link">
        {part.text}
      </a>
    ),
  )
}
