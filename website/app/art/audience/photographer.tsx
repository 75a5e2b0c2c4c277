import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from '../scene.tsx'

/** Photographers: a woman lowers her camera to look. */
export function Photographer(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={320} height={320} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h320v320H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
