import { useKeptPictures } from '../kept-pile.tsx'

/** How three prints lie on the line of the figure. The last one lies on top, in the middle. */
const POSITIONS = ['translate(-62%, 4%) rotate(-9deg)', 'translate(62%, 4%) rotate(8deg)', 'rotate(-2deg)'] as const

const FAN = { display: 'grid', placeItems: 'center', width: '1.5em' } as const
const PRINT = { gridArea: '1 / 1', width: '0.64em', letterSpacing: 0 } as const

/** The prints that the visitor has kept last, in place of the number of places, if it was not read before their own photos were laid out. */
export function KeptHere() {
  const urls = useKeptPictures().pictures
  return (
    <>
      <div className="spots-figure" style={FAN} aria-hidden="true">
        {POSITIONS.map((transform, index) => {
          const url = urls[index + urls.length - POSITIONS.length]
          return (
            <div key={transform} className="print" style={{ ...PRINT, transform }}>
              {url ? <img src={url} alt="" /> : <div className="print-place" />}
            </div>
          )
        })}
      </div>
      <p className="text-lg">Yours stay here. So does the offer.</p>
    </>
  )
}
