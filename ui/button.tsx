import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { joinClassNames } from './class-names.ts'

const sizes = {
  sm: 'min-h-11 px-4 text-sm',
  md: 'min-h-11 px-5 text-base',
  lg: 'min-h-12 px-7 text-lg',
  xl: 'min-h-14 px-8 text-lg sm:min-h-16 sm:px-10 sm:text-xl',
}

const variants = {
  primary: 'bg-kept text-white shadow-button',
  secondary: 'bg-ink text-paper shadow-button',
  outline: 'border-2 border-edge bg-surface text-ink',
}

type ButtonProps = {
  children: ReactNode
  size?: keyof typeof sizes
  variant?: keyof typeof variants
  fullWidth?: boolean
  disabled?: boolean
  /** Shows a spinner before the label and ignores presses. The caller changes the label, for example to 'Processing...'. */
  loading?: boolean
  type?: 'button' | 'submit'
  /**
   * URL; when set, a link is rendered instead of a button. A link with `role="button"` acts as a button with script, and as a link without
   * script.
   */
  href?: string
  role?: 'button'
  target?: '_blank'
  onClick?: (event: MouseEvent<HTMLElement>) => void
  /** Called when the button is hovered or focused, so that the caller can preload the code that a press needs. */
  onIntent?: () => void
  className?: string
  'aria-label'?: string
  'aria-describedby'?: string
}

/**
 * A pill-shaped button or link. While disabled or loading it ignores presses but stays focusable (`aria-disabled` instead of `disabled`),
 * so that keyboard users do not lose their position when a form is sent.
 */
export function Button(props: ButtonProps) {
  const { children, size = 'md', variant = 'primary', fullWidth, disabled, loading, type = 'button', href } = props
  const { role, target, onClick, onIntent, className } = props
  const blocked = Boolean(disabled || loading)

  const shared = {
    className: joinClassNames('button', sizes[size], variants[variant], fullWidth && 'w-full', className),
    'aria-disabled': blocked || undefined,
    'aria-busy': loading || undefined,
    'aria-label': props['aria-label'],
    'aria-describedby': props['aria-describedby'],
    onClick: (event: MouseEvent<HTMLElement>) => {
      // Preventing the click also blocks submitting by Enter in a field, because browsers then click the form's submit button.
      if (blocked) event.preventDefault()
      else onClick?.(event)
    },
    onPointerEnter: onIntent,
    onFocus: onIntent,
  }
  if (href === undefined) {
    return (
      <button type={type} {...shared}>
        {children}
      </button>
    )
  }
  const rel = target === '_blank' ? 'noopener' : undefined
  return (
    <a href={href} role={role} target={target} rel={rel} tabIndex={0} onKeyDown={role && pressWithSpace} {...shared}>
      {children}
    </a>
  )
}

/** Makes the space bar press a link with `role="button"`, because browsers do so only for real buttons. */
function pressWithSpace(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
