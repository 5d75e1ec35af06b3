package mpi;

import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bipj.mpi.coll.port.CollPort;
import org.bipj.mpi.comm.CommCore;
import org.jspecify.annotations.Nullable;

/** {@link CallForms} that listeners see. */
final class ListeningForms extends CallForms {
    private final Listening listening;

    ListeningForms(Listening listening) {
        this.listening = listening;
    }

    @Override
    Request started(Comm comm, CommCore c, String method, Consumer<CollPort> call) {
        MpiCall seen = listening.call(comm, method).form(MpiCall.Form.STARTED);
        return listening.seeLater(seen, () -> super.started(comm, c, method, call));
    }

    @Override
    Prequest prepared(Comm comm, CommCore c, String method, Consumer<CollPort> call) {
        MpiCall seen = listening.call(comm, method).form(MpiCall.Form.PERSISTENT);
        return listening.seeLater(seen, () -> super.prepared(comm, c, method, call));
    }

    @Override
    void made(Object handle) {
        listening.see(listening.call(handle, handle instanceof Win ? "new Win" : "new File"), () -> {});
    }

    @Override
    <R extends @Nullable Object> R other(Object handle, String method, Supplier<R> call) {
        return listening.see(listening.call(handle, method), () -> super.other(handle, method, call));
    }

    @Override
    <R extends @Nullable Object> R other(Win win, String method, int target, Supplier<R> call) {
        return listening.see(listening.call(win, method).to(target, 0), () -> super.other(win, method, target, call));
    }
}
