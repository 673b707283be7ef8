/** Reads a stream in pieces of a chosen size. */

export type ByteReader = {
  /** Returns the next `size` bytes, fewer at the end of the stream. */
  read(size: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
};

export function createByteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]();
  let buffered: Uint8Array[] = [];
  let length = 0;
  let hasEnded = false;
  const fill = async (size: number) => {
    while (length < size && !hasEnded) {
      const next = await chunks.next();
      hasEnded = next.done === true;
      if (next.done === true) break;
      buffered.push(next.value);
      length += next.value.length;
    }
  };
  return {
    async read(size) {
      await fill(size);
      const bytes = Buffer.concat(buffered);
      const rest = bytes.subarray(size);
      buffered = rest.length === 0 ? [] : [rest];
      length = rest.length;
      return bytes.subarray(0, size);
    },
    async isAtEnd() {
      await fill(1);
      return length === 0;
    },
  };
}
