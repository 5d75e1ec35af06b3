package mpi;

import org.bipj.mpi.object.Serialization;

/** Java serialisation as a codec. */
record JavaCodec(Serialization serialization) implements ObjectCodec {
    @Override
    public byte[] encode(Object object) {
        return serialization.encode(object);
    }

    @Override
    public Object decode(byte[] bytes, Class<?> type, ClassLoader loader) {
        return serialization.decode(bytes, loader);
    }
}
