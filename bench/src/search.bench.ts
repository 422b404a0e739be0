export async function benchSearch(sizes: readonly number[]): Promise<void> {
  process.stdout.write(`search ${sizes.join()}\n`);
}
