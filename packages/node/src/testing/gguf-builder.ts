/** Lays out a GGUF file, version 3 (the format's specification in the ggml repository): header, metadata, tensors in F32. */
export interface Tensor {
  readonly name: string;
  /** Fastest-changing dimension first. */
  readonly shape: readonly number[];
  readonly data: Float32Array;
}

const ALIGNMENT = 32;
const VERSION = 3;
const F32 = 0;
const TYPE = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 } as const;

export class GgufBuilder {
  readonly #metadata: Buffer[] = [];
  readonly #tensors: Tensor[] = [];

  string(key: string, value: string): void {
    this.#put(key, uint32(TYPE.string), text(value));
  }

  uint32(key: string, value: number): void {
    this.#put(key, uint32(TYPE.uint32), uint32(value));
  }

  float32(key: string, value: number): void {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value);
    this.#put(key, uint32(TYPE.float32), bytes);
  }

  boolean(key: string, value: boolean): void {
    this.#put(key, uint32(TYPE.boolean), Buffer.from([value ? 1 : 0]));
  }

  strings(key: string, values: readonly string[]): void {
    this.#put(key, uint32(TYPE.array), uint32(TYPE.string), uint64(values.length), Buffer.concat(values.map(text)));
  }

  int32s(key: string, values: readonly number[]): void {
    const bytes = Buffer.from(Int32Array.from(values).buffer);
    this.#put(key, uint32(TYPE.array), uint32(TYPE.int32), uint64(values.length), bytes);
  }

  tensor(tensor: Tensor): void {
    this.#tensors.push(tensor);
  }

  build(): Buffer {
    let offset = 0;
    const infos = this.#tensors.map(({ name, shape, data }) => {
      const info = Buffer.concat([text(name), uint32(shape.length), ...shape.map(uint64), uint32(F32), uint64(offset)]);
      offset += padded(data.byteLength);
      return info;
    });
    const counts = [uint64(this.#tensors.length), uint64(this.#metadata.length)];
    const header = Buffer.concat([Buffer.from("GGUF"), uint32(VERSION), ...counts, ...this.#metadata, ...infos]);
    const data = this.#tensors.map((tensor) => aligned(Buffer.from(tensor.data.buffer)));
    return Buffer.concat([aligned(header), ...data]);
  }

  #put(key: string, ...value: Buffer[]): void {
    this.#metadata.push(Buffer.concat([text(key), ...value]));
  }
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, "utf8");
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function padded(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}

function aligned(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(padded(bytes.length) - bytes.length)]);
}
