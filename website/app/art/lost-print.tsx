import { useId } from 'react'
import { type DrawingProps, Fade, Scene } from './scene.tsx'

/** The picture of the page that is not there: a print nobody can make out. */
export function LostPrint(props: DrawingProps) {
  const id = useId()
  return (
    <Scene id={id} width={400} height={400} {...props}>
      <Fade id={`${id}a`} colours={['#FFE9CF', '#F7C6C5']} />
      <path d="M0 0h400v400H0z" fill={`url(#${id}a)`} />
    </Scene>
  )
}
