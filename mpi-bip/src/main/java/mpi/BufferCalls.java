package mpi;

import java.util.function.Function;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.BufferedSends;
import org.bipj.mpi.engine.SendBuffer;
import org.jspecify.annotations.Nullable;

/** The calls about one place of buffered sends (MPI 4.1 section 3.6): that of a process, or of a session. */
final class BufferCalls {
    private final MpiRank runtime;
    private final @Nullable Object owner;
    private final BufferedSends sends;
    private final SendBuffer place;

    /** @param owner what the buffer is attached to, for listeners; null: the process */
    BufferCalls(MpiRank runtime, @Nullable Object owner, BufferedSends sends, SendBuffer place) {
        this.runtime = runtime;
        this.owner = owner;
        this.sends = sends;
        this.place = place;
    }

    /** @param replaces true where a buffer that is attached already is forgotten */
    void attach(String method, byte @Nullable [] buffer, boolean replaces) {
        if (buffer == null) {
            throw new EngineException(ErrorClass.BUFFER, "the buffer is null");
        }
        Object attached = call(method, own -> {
            sends.attach(place, buffer, replaces);
            return buffer;
        });
    }

    byte @Nullable [] detach(String method) {
        return call(method, own -> sends.detach(place));
    }

    void flush(String method) {
        Object flushed = call(method, own -> {
            sends.flush(place);
            return this;
        });
    }

    Request startFlush(String method) {
        return call(method, own -> new Request(own, own.core(), sends.startFlush(place)));
    }

    private <R extends @Nullable Object> R call(String method, Function<Comm, R> body) {
        return runtime.callBesides(owner, method, body);
    }
}
