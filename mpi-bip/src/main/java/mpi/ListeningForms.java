package mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link CallForms} that listeners see. */
final class ListeningForms extends CallForms {
    private final Listening listening;

    ListeningForms(Listening listening) {
        this.listening = listening;
    }

    @Override
    void made(Object handle) {
        listening.see(listening.call(handle, handle instanceof Win ? "new Win" : "new File"), () -> {});
    }

    @Override
    <R extends @Nullable Object> R other(@Nullable Object handle, String method, Supplier<R> call) {
        return listening.see(listening.call(handle, method), () -> super.other(handle, method, call));
    }

    @Override
    <R extends @Nullable Object> R other(Win win, String method, int target, Supplier<R> call) {
        return listening.see(listening.call(win, method).to(target, 0), () -> super.other(win, method, target, call));
    }
}
