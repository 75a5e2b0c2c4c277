import { Button } from '@site/ui/button.tsx'
import { type ComponentProps, type ReactNode, useState } from 'react'

/** A small button of a page, a panel or a row. */
export function SmallButton(props: Omit<ComponentProps<typeof Button>, 'size'>) {
  return <Button size="sm" variant="outline" {...props} />
}

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'size' | 'onClick'> & {
  /** Returns the dialog that the button opens. */
  dialog: (close: () => void) => ReactNode
}

/** A small button that opens a dialog. */
export function DialogButton({ dialog, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SmallButton {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  )
}
