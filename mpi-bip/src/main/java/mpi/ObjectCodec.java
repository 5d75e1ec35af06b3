package mpi;

import java.io.IOException;
import java.io.ObjectInputFilter;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.object.Serialization;
import org.jspecify.annotations.Nullable;

/**
 * How objects become messages and messages objects, in {@link Comm#sendObject} and its siblings. At first that is {@link
 * #serialization() Java serialisation}; {@link Comm#setObjectCodec} takes any other one. All processes of a communicator use
 * the same. With MPI_THREAD_MULTIPLE several threads use one codec at the same time.
 */
public interface ObjectCodec {
    /**
     * An object as bytes.
     *
     * @param object null, too
     */
    byte[] encode(@Nullable Object object) throws IOException;

    /**
     * The object that bytes stand for; null if it was null.
     *
     * @param bytes the result of {@link #encode}, on this or another process
     * @param type the class that the program expects; the caller checks it, so a codec need not
     * @param loader finds the classes of the program that runs on this rank
     */
    @Nullable
    Object decode(byte[] bytes, Class<?> type, ClassLoader loader) throws IOException, ClassNotFoundException;

    /**
     * Java serialisation as it is at first. Of the JDK's classes it reads those of module {@code java.base}, and {@code
     * java.sql.Date}, {@code Time} and {@code Timestamp}; it refuses all others, which are no data ({@code java.rmi}, {@code
     * java.naming}, {@code java.management}, {@code java.desktop}, ...). It reads all classes of the program and of its
     * libraries, and sets no limits, because the ranks of a job run one program and trust each other. A program that passes on
     * bytes from elsewhere sets a filter of its own. What {@code -Djdk.serialFilter} refuses is refused as well, here and with
     * other filters.
     */
    static ObjectCodec serialization() {
        return new JavaCodec(Serialization.STANDARD);
    }

    /**
     * Java serialisation with a pattern for what may be received: {@code "com.acme.model.*;java.base/*;maxdepth=50;!*"}. A class
     * that the pattern refuses by its name is not loaded.
     *
     * @param pattern as {@link ObjectInputFilter.Config#createFilter} describes it
     * @throws IllegalArgumentException if it is none
     */
    static ObjectCodec serialization(String pattern) {
        return new JavaCodec(Serialization.ofPattern(
                ValueChecks.notNull(pattern, ErrorClass.ARG, "ObjectCodec.serialization: the pattern")));
    }

    /**
     * Java serialisation with a filter for what may be received. The filter is given classes, so that these have been loaded,
     * and not initialised; only a {@link #serialization(String) pattern} refuses classes before.
     */
    static ObjectCodec serialization(ObjectInputFilter filter) {
        return new JavaCodec(Serialization.ofFilter(
                ValueChecks.notNull(filter, ErrorClass.ARG, "ObjectCodec.serialization: the filter")));
    }
}
