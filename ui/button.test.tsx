import { isValidElement, type MouseEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

function look(props: Partial<Parameters<typeof Button>[0]>): string {
  return renderToStaticMarkup(<Button {...props}>Go</Button>)
}

/** Calls the click handler as React would, and returns whether it prevented the browser's default action. */
function press(button: ReturnType<typeof Button>): boolean {
  const preventDefault = vi.fn()
  const props: { onClick?: (event: Partial<MouseEvent<HTMLElement>>) => void } = isValidElement(button)
    ? Object(button.props)
    : {}
  props.onClick?.({ preventDefault })
  return preventDefault.mock.calls.length > 0
}

test('each size, each variant and full width give the Button component different markup', { tags: ['R2.29'] }, () => {
  const sizes = (['sm', 'md', 'lg', 'xl'] as const).map((size) => look({ size }))
  const variants = (['primary', 'secondary', 'outline'] as const).map((variant) => look({ variant }))
  for (const looks of [sizes, variants, [look({}), look({ fullWidth: true })]]) {
    expect(new Set(looks).size).toBe(looks.length)
  }
})

test('a click on a button calls onClick, unless the button is disabled or loading', {
  tags: ['R2.30', 'R4.1', 'R4.23'],
}, () => {
  const onClick = vi.fn()
  expect(press(Button({ children: 'Go', onClick }))).toBe(false)
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(press(Button({ children: 'Go', onClick, disabled: true }))).toBe(true)
  expect(press(Button({ children: 'Go', onClick, loading: true }))).toBe(true)
  expect(press(Button({ children: 'Go', onClick, href: '/download', loading: true }))).toBe(true)
  expect(onClick).toHaveBeenCalledTimes(1)
})

test('a loading button has aria-busy, and a disabled one does not', () => {
  expect(renderToStaticMarkup(<Button loading>Go</Button>)).toContain('aria-busy="true"')
  expect(renderToStaticMarkup(<Button disabled>Go</Button>)).not.toContain('aria-busy')
})

test('a Button component with href renders as a link, and as a button without it', { tags: ['R2.33'] }, () => {
  expect(renderToStaticMarkup(<Button href="/download">Go</Button>)).toMatch(/^<a href="\/download"/)
  expect(renderToStaticMarkup(<Button>Go</Button>)).toMatch(/^<button type="button"/)
})
