package mpi;

import org.bipj.mpi.object.Serialization;
import org.jspecify.annotations.Nullable;

/** Java serialisation as a codec. */
record JavaCodec(Serialization serialization) implements ObjectCodec {
    @Override
    public byte[] encode(@Nullable Object object) {
        return serialization.encode(object);
    }

    @Override
    public @Nullable Object decode(byte[] bytes, Class<?> type, ClassLoader loader) {
        return serialization.decode(bytes, loader);
    }
}
