package org.bipj.mpi.check;

import java.util.List;
import java.util.Objects;
import mpi.Comm;
import mpi.MpiCall;
import mpi.MpiListener;
import mpi.MpiProcess;
import mpi.Session;
import mpi.Status;
import mpi.Win;
import org.bipj.core.job.WatchedArrays;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/** The listener behind {@code --check}: passes each call to the rules, in one order. */
public final class Checker implements MpiListener {
    private static final int TYPE = ErrorClass.TYPE;
    private static final int TRUNCATE = ErrorClass.TRUNCATE;
    /** That of ranks whose collective calls differ, among others. */
    private static final int OTHER = ErrorClass.OTHER;
    /** In its message, if it is not that another rank's call has failed. */
    private static final String CALLS_DIFFER = "the ranks' collective calls";

    private static final String FINALIZES = "Finalize is called";

    private MpiProcess process;
    private Findings findings;
    private PendingOperations operations;
    private Handles handles;
    private CallOrder collectives;
    private UnmatchedMessages messages;
    private OwnWaits waits;
    private HostNotes hosts;

    /** A checker, of one rank. */
    @SuppressWarnings("NullAway.Init") // The rank initialises MPI before it makes calls.
    public Checker() {}

    @Override
    public synchronized void initialized(MpiProcess rank) {
        process = rank;
        Settings settings = settings(rank);
        findings = new Findings(rank, settings);
        CallTexts texts = new CallTexts();
        messages = new UnmatchedMessages(rank, findings, texts, settings.races());
        operations = new PendingOperations(rank, findings, messages, texts);
        handles = new Handles(rank, findings);
        waits = new OwnWaits(rank, findings, messages, operations::pending);
        hosts = new HostNotes(rank, findings, messages);
        collectives = new CallOrder(rank, findings, messages, texts, waits, hosts);
    }

    private static Settings settings(MpiProcess rank) {
        try {
            String checks = Objects.requireNonNull(rank.job().checks(), "the job is not checked");
            if (List.of(checks.split(",")).contains(WatchedArrays.CHECK)
                    && !rank.job().isVirtual()) {
                throw new IllegalArgumentException("checks: " + checks + "; loads are checked in sim mode only");
            }
            return Settings.parse(checks);
        } catch (IllegalArgumentException e) {
            rank.abort(1, String.valueOf(e.getMessage()));
            throw e;
        }
    }

    @Override
    public synchronized void before(MpiCall call) {
        collectives.before(call);
        messages.before(call);
        if (call.comm() != null && Handles.isEnd(call) && !operations.receivesLater(call.comm())) {
            messages.ending(call);
        }
        handles.before(call);
        operations.before(call);
        if (closes(call) instanceof Session session) {
            operations.ending("a session is closed", handle -> process.isOf(session, handle));
            handles.ending("a session is closed", handle -> process.isOf(session, handle));
            messages.closing(session, call, operations::receivesLater);
        }
        waits.before(call);
    }

    private static @Nullable Session closes(MpiCall call) {
        return call.handle() instanceof Session session && Facts.of(call) == CallFacts.CLOSE_SESSION ? session : null;
    }

    @Override
    public synchronized void after(MpiCall call) {
        waits.after();
        operations.after(call);
        handles.after(call);
        collectives.after(call);
        if (call.result() instanceof Comm made) {
            collectives.made(made);
        } else if (call.handle() instanceof Win made && Facts.of(call) == CallFacts.NEW_WIN) {
            collectives.made(made);
        }
        if (call.requests().length == 0 && call.result() instanceof Status status) {
            messages.ended(call, call, status);
        }
        if (closes(call) != null && !process.isOpen()) {
            // The last client: no Finalize follows.
            handles.ending();
            findings.tell();
        }
    }

    @Override
    public synchronized void fatal(@Nullable MpiCall call, int errorClass, String message) {
        if (errorClass == OTHER && message.contains("collective call")) {
            collectives.leftOut();
            if (call != null && message.contains(CALLS_DIFFER)) {
                // Between hosts: the other rank's call is not written down here, and the library has found it by its
                // message.
                String kind = Handles.isEnd(call) ? "missing-call" : "different-calls";
                findings.error(kind, message, List.of(call.toString()));
            }
        } else if (call != null && isMismatch(call, errorClass)) {
            messages.mismatch(call, operations.waitedFor(call), message);
        }
    }

    /** False for a call whose own datatype is not usable: no message has matched it. */
    private static boolean isMismatch(MpiCall call, int errorClass) {
        return errorClass == TRUNCATE || errorClass == TYPE && !call.hasUnusableType();
    }

    @Override
    public synchronized void finalizing(MpiCall call) {
        collectives.before(call);
        operations.ending(FINALIZES, handle -> !process.isOfSession(handle));
        handles.ending(FINALIZES, handle -> !process.isOfSession(handle));
        handles.ending();
        waits.finalizing(call);
        hosts.finalizing();
    }

    @Override
    public synchronized void finalized() {
        // What is missing, or was not received, may be for lack of a rank that has died.
        if (!process.job().survivesDeaths()) {
            messages.finalized();
            collectives.finalized();
        }
        findings.tell();
    }
}
