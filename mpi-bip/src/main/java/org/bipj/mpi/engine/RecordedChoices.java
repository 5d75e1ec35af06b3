package org.bipj.mpi.engine;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.bipj.core.channel.SendOp;
import org.bipj.core.job.Job;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.ChoiceLog;
import org.bipj.core.replay.ChoiceWord.Call;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.Envelope;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.RecordingMatcher;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/** Records what a rank does where MPI leaves it open. */
public final class RecordedChoices extends LoggedChoices {
    private static final int[] NONE = {};

    private final ChoiceLog log;
    private final Progress progress;

    /**
     * What is recorded from now on.
     *
     * @param facts by which algorithms are chosen
     * @param before of the rank when MPI was open before; null: it was not
     */
    RecordedChoices(
            Job job, ChoiceFolder folder, Progress progress, CollectiveFacts facts, @Nullable FreeChoices before) {
        super(progress, job.rank());
        this.progress = progress;
        log = before instanceof RecordedChoices earlier ? earlier.log : create(job, folder, facts);
        progress.watchSends(this::waits);
    }

    private static ChoiceLog create(Job job, ChoiceFolder folder, CollectiveFacts facts) {
        try {
            return ChoiceLog.create(folder, job.rank(), job.size(), facts);
        } catch (IOException e) {
            throw new EngineException(
                    ErrorClass.OTHER,
                    "rank " + job.rank() + ": --record: cannot make " + folder.ofRank(job.rank()) + ": " + e);
        }
    }

    /** The library's own messages, in odd contexts, name their sources. */
    @Override
    public Matcher newMatcher(int context, int worldSize) {
        return new RecordingMatcher(worldSize, context % 2 == 1 ? null : log);
    }

    private void waits(@Nullable SendOp op) {
        if (op == null) {
            log.goesOn();
        } else if (!op.isLocal() && Envelope.context(op.envelope()) % 2 == 0) {
            log.waits(op.peer(), Envelope.tag(op.envelope()), op.size());
        }
    }

    @Override
    public boolean awaitPoll(Matcher of, int source, int tag) {
        Unexpected message = of.find(source, tag);
        if (message == null) {
            progress.round();
            message = of.find(source, tag);
        }
        if (message == null) {
            log.failed(Call.PROBE);
        } else {
            log.found(tag, message.source());
        }
        return message != null;
    }

    @Override
    public void found(Matcher in, int source, int tag, Unexpected message, boolean isTaken) {
        if (source == PostedRecv.ANY) {
            log.probed(tag, message.source());
        }
    }

    @Override
    public boolean cancels(PostedRecv receive, BooleanSupplier withdraw) {
        boolean isCancelled = withdraw.getAsBoolean();
        if (receive.matcher() instanceof RecordingMatcher matcher && matcher.isRecording()) {
            if (isCancelled) {
                log.succeeded(Call.CANCEL, 0);
            } else {
                log.failed(Call.CANCEL);
            }
        }
        return isCancelled;
    }

    @Override
    public Result result(Call call) {
        return Result.OPEN;
    }

    @Override
    public int[] positions() {
        return NONE;
    }

    @Override
    public void failed(Call call) {
        log.failed(call);
    }

    @Override
    public void succeeded(Call call, int position) {
        log.succeeded(call, position);
    }

    @Override
    public void ended(Call call, int[] positions) {
        log.ended(call, positions);
    }

    @Override
    public void end() {
        log.end();
    }
}
