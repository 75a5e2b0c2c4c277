// Loaded first (`node --import`) into a process that must not outlive the one that started it, however that one ends.
// The channel between the two closes with the parent; then this process hears what an operator's stop would say.

process.on('disconnect', () => {
  if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143)
})
process.channel?.unref()
