package org.bipj.mpi.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import mpi.Comm;
import mpi.Datatype;
import mpi.File;
import mpi.MpiBuffer;
import mpi.MpiCall;
import mpi.MpiProcess;
import mpi.Win;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.engine.SendBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a rank has made and not freed: communicators, windows, files, datatypes that its calls have used, the buffer that it has attached;
 * and the epochs of its windows.
 */
final class Handles {
    /** Open epochs of a window, each with the call that has opened it. */
    private static final class Epochs {
        final Map<CallFacts, String> open = new LinkedHashMap<>();
        int locks;
    }

    /** Types that have been freed are forgotten when so many are known. */
    private static final int MANY_TYPES = 1000;

    private final MpiProcess process;
    private final Findings findings;
    private final Map<Object, String> made = new LinkedHashMap<>();
    private final Map<Win, Epochs> windows = new LinkedHashMap<>();

    private final Set<Datatype> types = new LinkedHashSet<>();
    /** The calls that have attached a buffer, by its communicator. */
    private final Map<Object, String> attached = new LinkedHashMap<>();

    Handles(MpiProcess process, Findings findings) {
        this.process = process;
        this.findings = findings;
    }

    /** True for calls after which their handle cannot be used any more. */
    static boolean isEnd(MpiCall call) {
        return Facts.of(call).frees();
    }

    void before(MpiCall call) {
        for (MpiBuffer buffer : call.buffers()) {
            if (process.place(buffer.type()) != null && types.add(buffer.type()) && types.size() > MANY_TYPES) {
                types.removeIf(type -> process.place(type) == null);
            }
        }
        if (call.handle() instanceof Win win && isEnd(call)) {
            checkEpochs(win, "a window is freed while an epoch is open", call.toString());
        }
    }

    void after(MpiCall call) {
        if (call.failure() != null) {
            return;
        }
        Object handle = call.handle();
        CallFacts facts = Facts.of(call);
        if (facts == CallFacts.NEW_WIN || facts == CallFacts.NEW_FILE) {
            made.put(handle, call.toString());
        } else if (call.result() instanceof Comm comm) {
            keep(comm, call);
        }
        Object owner = handle == null ? process : handle;
        // Without limits there is no memory to be given back.
        if (facts == CallFacts.ATTACH_BUFFER && call.result() != SendBuffer.AUTOMATIC) {
            attached.put(owner, call.toString());
        } else if (facts == CallFacts.DETACH_BUFFER) {
            attached.remove(owner);
        }
        if (facts == CallFacts.CLOSE_SESSION) {
            attached.remove(owner);
        } else if (isEnd(call)) {
            attached.remove(owner);
            made.remove(handle);
            windows.remove(handle);
        } else if (handle instanceof Win win) {
            follow(win, call);
        }
    }

    /** A process that is not in the communicator gets a null one, which a duplicate is at first, too. */
    private void keep(Comm comm, MpiCall call) {
        CallFacts.Method method = Facts.method(call);
        boolean becomesOne = method.facts() == CallFacts.DUP && !method.isBlocking();
        if (!comm.isNull() || becomesOne) {
            made.put(comm, call.toString());
        }
    }

    private void follow(Win win, MpiCall call) {
        Epochs epochs = windows.computeIfAbsent(win, first -> new Epochs());
        CallFacts facts = Facts.of(call);
        switch (facts) {
            case LOCK -> {
                epochs.locks++;
                epochs.open.put(facts, call.toString());
            }
            case UNLOCK -> {
                if (--epochs.locks <= 0) {
                    epochs.open.remove(CallFacts.LOCK);
                }
            }
            case LOCK_ALL, START_ACCESS, POST -> epochs.open.put(facts, call.toString());
            case UNLOCK_ALL -> epochs.open.remove(CallFacts.LOCK_ALL);
            case COMPLETE -> epochs.open.remove(CallFacts.START_ACCESS);
            case WAIT_ACCESS -> epochs.open.remove(CallFacts.POST);
            case TEST_ACCESS -> {
                if (Boolean.TRUE.equals(call.result())) {
                    epochs.open.remove(CallFacts.POST);
                }
            }
            default -> {
                // No beginning, and no end.
            }
        }
    }

    private void checkEpochs(Win win, String what, @Nullable String call) {
        Epochs epochs = windows.get(win);
        if (epochs != null && !epochs.open.isEmpty()) {
            List<String> calls = new ArrayList<>(epochs.open.values());
            if (call != null) {
                calls.add(call);
            }
            findings.error("open-epoch", what, calls);
        }
    }

    /**
     * The rank ends its use of some handles.
     *
     * @param end by which call, a sentence without an end
     */
    void ending(String end, Predicate<@Nullable Object> handles) {
        windows.keySet().stream()
                .filter(handles)
                .forEach(win -> checkEpochs(win, end + " while an epoch is open", null));
        windows.keySet().removeIf(handles);
        made.forEach((handle, call) -> {
            if (handles.test(handle)) {
                String what = switch (handle) {
                    case Win win -> "window";
                    case File file -> "file";
                    default -> "communicator";
                };
                findings.warning("not-freed", what + ": " + call);
            }
        });
        made.keySet().removeIf(handles);
        attached.keySet().removeIf(owner -> {
            boolean ends = owner instanceof Comm && handles.test(owner);
            if (ends) {
                findings.warning("not-freed", "attached buffer: " + attached.get(owner));
            }
            return ends;
        });
    }

    /** The rank ends its use of what belongs to no communicator. */
    void ending() {
        for (Datatype type : types) {
            if (process.place(type) != null) {
                findings.warning("not-freed", "datatype: " + type + " at " + process.place(type));
            }
        }
        attached.values().forEach(call -> findings.warning("not-freed", "attached buffer: " + call));
    }
}
