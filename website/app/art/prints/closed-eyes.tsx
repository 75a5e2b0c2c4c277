import { useId } from 'react'
import { FrontHead } from '../figures.tsx'
import { type DrawingProps, DrawingRoot, LinearGradient, RadialGradient } from '../scene.tsx'

/** Drawing of a bad photo print: a couple cheek to cheek, one with closed eyes. */
export function ClosedEyesDrawing(props: DrawingProps) {
  const id = useId()
  const paint = (name: string) => `url(#${id}${name})`
  return (
    <DrawingRoot id={id} {...props}>
      <LinearGradient id={`${id}a`} colours={['#D9A0A8', '#F3C9A8', '#FBE3C3']} />
      <RadialGradient id={`${id}b`} colours={['#FFF3D6', '#FFF3D600']} />
      <LinearGradient id={`${id}c`} across colours={['#2F5A4C', '#6E937A', '#9DB78F']} />
      <LinearGradient id={`${id}d`} across colours={['#8E1D4E', '#E5447F', '#F98FB0']} />
      <path d="M0 0h400v400H0z" fill={paint('a')} />
      <circle cx="340" cy="60" r="180" fill={paint('b')} />
      <g fill="#FFF3D6" opacity=".6">
        <circle cx="60" cy="60" r="18" />
        <circle cx="120" cy="30" r="10" />
        <circle cx="208" cy="54" r="14" />
        <circle cx="28" cy="130" r="9" />
        <circle cx="370" cy="150" r="12" />
      </g>
      <path d="M-20 400C-14 310 40 266 104 256l50 2c60 16 90 72 96 142z" fill={paint('c')} />
      <path d="M92 256q36 46 72 0l8 14q-42 52-90-8z" fill="#24433F" opacity=".4" />
      <FrontHead
        tone="olive"
        at="translate(130 178)rotate(7)scale(2.75)"
        eyes="blink"
        mouth="odd"
        behind={
          <path
            d="M-24-4C-28-38 28-40 24-4c2 16 4 26-2 38q-12 4-20-2l-6-2C-16 34-22 34-26 30c4-10 2-22 2-34z"
            fill="#3B1D18"
          />
        }
      >
        <path d="M-20 2C-26-34 24-40 20 0 18-10 14-16 8-19 2-12-10-10-17-12q-3 6-3 14z" fill="#4A2620" />
      </FrontHead>
      <path d="M176 400c0-70 30-104 80-112h50c60 8 100 50 106 112z" fill={paint('d')} />
      <FrontHead
        tone="deep"
        at="translate(274 206)rotate(-9)scale(2.7)"
        eyes="glad"
        mouth="laugh"
        behind={
          <g fill="#1B0C1F">
            <circle cx="0" cy="-16" r="29" />
            <circle cx="-20" cy="-4" r="15" />
            <circle cx="21" cy="-2" r="15" />
          </g>
        }
      >
        <path d="M-20-2C-22-34 22-34 20-2c-4-12-12-18-20-18S-16-14-20-2z" fill="#1B0C1F" />
      </FrontHead>
      <path d="M250 290q34 30 64-5l4 10q-36 42-78 9z" fill="#5E0F34" opacity=".5" />
    </DrawingRoot>
  )
}
