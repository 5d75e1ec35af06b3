package mpi;

import java.util.function.Supplier;
import org.bipj.mpi.call.CallForms;
import org.jspecify.annotations.Nullable;

/** {@link CallForms} that listeners see. */
final class ListeningForms extends CallForms {
    private final Listening listening;

    ListeningForms(Listening listening) {
        this.listening = listening;
    }

    @Override
    public void made(Object handle) {
        listening.see(listening.call(handle, handle instanceof Win ? "new Win" : "new File"), () -> {});
    }

    @Override
    public <R extends @Nullable Object> R other(@Nullable Object handle, String method, Supplier<R> call) {
        return listening.see(listening.call(handle, method), () -> super.other(handle, method, call));
    }

    @Override
    public <R extends @Nullable Object> R other(Object window, String method, int target, Supplier<R> call) {
        return listening.see(
                listening.call(window, method).to(target, 0), () -> super.other(window, method, target, call));
    }
}
