/**
 * Test vectors: keys and signatures that minisign 0.11 (Debian) made of `message`. The tests compare both halves of this repository's
 * implementation with them.
 */
export const MINISIGN_VECTORS = {
  message: 'hello, release\n',
  keyId: '2B6199B5E1D9DF64',
  publicKey: 'RWRk39nhtZlhK2hwdOKG160rANMxcFJApPvk+fPuczg3RK+30IyvDlSY',
  otherPublicKey: 'RWRvHb1CHx5UUtMMO5v+vm9jr2Eg3dHkcTcChQQCeGCpvvFk2NZrLzGM',
  /** Made with `minisign -S`: the signature is over the BLAKE2b-512 hash of the message. */
  prehashed: [
    'untrusted comment: signature from a test key',
    'RURk39nhtZlhKxFDxVAHB1OaCz58AApj86NshL6bjF3qWjzatqTtX3wwcvDIm4caaapVizAaEfa7kLtKk/zb28SVaLUTDrurHwg=',
    'trusted comment: timestamp:1764104400\tfile:m.txt\thashed',
    'UCgGCUl/btTjxBh2/AaLMUOMrv5YArY+3MvqHDCrOQqJvxlfpdLmPaW6EFOWnJWpewQ2ELKjDMPcpVEFuRzjBw==',
  ].join('\n'),
  /** Made with `minisign -S -l`: the signature is over the message. */
  legacy: [
    'untrusted comment: signature from a test key',
    'RWRk39nhtZlhK0AjHrZis2rI6tk8ay46erTvcnyJIUiOAUik3nXBIgSJIC0DG8jmMTSk1udR/5tmvIQdEfV841EfGOyB829vBww=',
    'trusted comment: timestamp:1764104400\tfile:m.txt',
    '1yz5Up5lamkfrtEBak7+Ji9+V0Ew1HBcI/L1fI96bgmka0EpbPW2X1BYSq7xoHMpsSWoNZf2MOux0W0sdpZmCw==',
  ].join('\n'),
  /** Made with the other key. */
  byOtherKey: [
    'untrusted comment: signature from minisign secret key',
    'RURvHb1CHx5UUh9LMV6ZVn/N2xv3A1yGqN7TU2KI9XUddbj78Hf81bAy93ZfOd9LIA7WJilF1y9elLlxsQFfXMcTe9QiFMGvJwo=',
    'trusted comment: timestamp:1795639852\tfile:m.txt\thashed',
    'DBT3SZ6TtFzjls2pKCdZAIEJOnsXziDf3j2mjQQ28NonJqWFC+eKSM6UeZyQcSPK7f4V1mdApOhJEhZiuHKdCQ==',
  ].join('\n'),
} as const
