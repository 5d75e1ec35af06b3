package mpi;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.bipj.core.job.RankEndedError;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.engine.MpiVariables;
import org.jspecify.annotations.Nullable;

/** The listeners of a rank, and the calls that they see. No class that begins with this name is loaded where there are none. */
final class Listening {
    /** Stands for the listeners that are services. */
    private static final String SERVICES = "services";

    /** What a thread is doing. */
    private static final class Turn {
        /** True inside of a call, and of a listener. */
        boolean isInside;
        /** The program's last call, if there was one. Its error is handled once it has ended. */
        @Nullable
        MpiCall call;
    }

    private final MpiProcess process;
    private final List<MpiListener> listeners;
    private final boolean isUnsafe;
    /** True once the rank or its job has ended: its thread only leaves the program, and may make calls on its way out. */
    private volatile boolean hasEnded;

    private final ThreadLocal<Turn> turns = ThreadLocal.withInitial(Turn::new);

    private Listening(MpiProcess process, List<MpiListener> listeners, boolean isUnsafe) {
        this.process = process;
        this.listeners = listeners;
        this.isUnsafe = isUnsafe;
    }

    /**
     * Makes a rank's listeners.
     *
     * @param names of their classes
     * @param isUnsafe true if standard sends wait for their receives, although they need not
     */
    static Listening of(MpiRank runtime, List<String> names, boolean isUnsafe) {
        Datatype.keepPlaces();
        ClassLoader loader = runtime.programLoader();
        List<MpiListener> made = new ArrayList<>();
        for (String name : names) {
            if (name.equals(SERVICES)) {
                ServiceLoader.load(MpiListener.class, loader).forEach(made::add);
            } else {
                made.add(make(name, loader));
            }
        }
        return new Listening(new MpiProcess(runtime), made, isUnsafe);
    }

    private static MpiListener make(String name, ClassLoader loader) {
        try {
            return (MpiListener)
                    Class.forName(name, true, loader).getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new EngineException(ErrorClass.ARG, "the listener " + name + " cannot be made: " + e.getCause());
        } catch (ReflectiveOperationException | ClassCastException e) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "environment: " + MpiVariables.LISTENERS + " names " + name
                            + "; expected a public class that implements " + MpiListener.class.getName()
                            + ", with a public constructor without parameters (" + e + ")");
        }
    }

    /** What stands behind the handles of a rank with listeners. */
    Calls calls() {
        return new Calls(
                new ListeningRequests(this, process.engine().receiving().open()), new ListeningForms(this));
    }

    /**
     * True if standard sends wait for their receives, as MPI allows (MPI 4.1 section 3.4): a program that needs short sends to be
     * buffered deadlocks. Exchanges are safe and stay as they are.
     */
    boolean isUnsafe() {
        return isUnsafe;
    }

    // ---- descriptions --------------------------------------------------------------------------------------------

    MpiCall call(@Nullable Object handle, String name) {
        MpiCall call = new MpiCall(process, handle, name);
        String type = handle instanceof Comm ? "Comm" : handle instanceof Win ? "Win" : "";
        CallFacts facts =
                type.isEmpty() ? CallFacts.LOCAL : CallFacts.method(type, name).facts();
        return facts.isOfAll() ? call.collective(operation(facts)) : call;
    }

    /** The name of an operation that all processes of a communicator or window call in the same order. */
    private static String operation(CallFacts facts) {
        String method = facts.names(CallFacts.Form.BLOCKING).getFirst();
        return method.substring(method.indexOf('.') + 1).toLowerCase(Locale.ROOT);
    }

    MpiCall call(String name) {
        return new MpiCall(process, null, name);
    }

    // ---- before and after ----------------------------------------------------------------------------------------

    void see(MpiCall call, Runnable plain) {
        see(call, () -> {
            plain.run();
            return null;
        });
    }

    <R extends @Nullable Object> R see(MpiCall call, Supplier<R> plain) {
        Turn turn = turns.get();
        if (turn.isInside) {
            return plain.get();
        }
        if (hasEnded) {
            return plain.get();
        }
        turn.isInside = true;
        turn.call = call;
        try {
            before(call);
            return run(call, plain);
        } finally {
            turn.isInside = false;
        }
    }

    private <R extends @Nullable Object> R run(MpiCall call, Supplier<R> plain) {
        R result;
        try {
            result = plain.get();
        } catch (RankEndedError e) {
            hasEnded = true;
            throw e;
        } catch (RuntimeException | OutOfMemoryError e) {
            call.ended(null, e);
            after(call);
            throw e;
        }
        call.ended(result, null);
        after(call);
        return result;
    }

    private void before(MpiCall call) {
        each(listener -> listener.before(call));
    }

    private void after(MpiCall call) {
        each(listener -> listener.after(call));
    }

    void initialized() {
        alone(listener -> listener.initialized(process));
    }

    void finalizing() {
        MpiCall call = call(process.runtime().world(), "Finalize").collective("finalize");
        alone(listener -> listener.finalizing(call));
    }

    void finalized() {
        alone(MpiListener::finalized);
    }

    void fatal(int errorClass, String message) {
        Turn turn = turns.get();
        MpiCall last = turn.call;
        MpiCall call = last != null && (turn.isInside || last.failure() != null) ? last : null;
        alone(listener -> listener.fatal(call, errorClass, message));
    }

    private void alone(Consumer<MpiListener> step) {
        if (hasEnded) {
            return;
        }
        Turn turn = turns.get();
        boolean wasInside = turn.isInside;
        turn.isInside = true;
        try {
            each(step);
        } finally {
            turn.isInside = wasInside;
        }
    }

    /** What a listener throws ends the job. */
    private void each(Consumer<MpiListener> step) {
        for (MpiListener listener : listeners) {
            try {
                step.accept(listener);
            } catch (RankEndedError e) {
                hasEnded = true;
                throw e;
            } catch (RuntimeException | Error e) {
                process.job().abort(1, "the listener " + listener.getClass().getName() + " has failed: " + e, e);
            }
        }
    }
}
