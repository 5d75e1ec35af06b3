package org.bipj.mpi.engine;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.bipj.core.job.Job;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.ChoiceReader;
import org.bipj.core.replay.ChoiceWord;
import org.bipj.core.replay.ChoiceWord.Call;
import org.bipj.core.replay.CollectiveFacts;
import org.bipj.mpi.call.CallPlace;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.match.Matcher;
import org.bipj.mpi.match.PostedRecv;
import org.bipj.mpi.match.ReplayingMatcher;
import org.bipj.mpi.match.Unexpected;
import org.jspecify.annotations.Nullable;

/**
 * Has a rank do what was recorded where MPI leaves it open. Where the recording ends before MPI was finalised, what comes first counts
 * from there on. A program that makes another call than the recorded one ends the job.
 */
public final class ReplayedChoices extends LoggedChoices {
    /** Exit code of a job that differs from another one. */
    private static final int DIFFERS = 121;

    private static final int[] NONE = {};

    private final Job job;
    private final ChoiceFolder folder;
    private final ChoiceReader reader;
    private final @Nullable CollectiveFacts facts;
    private final Progress progress;
    /** Has a receive take a message. */
    private final Consumer<ReplayingMatcher.Match> deliver;

    private final List<ReplayingMatcher> matchers = new ArrayList<>();
    private int[] positions = NONE;
    private boolean goesOn;
    private boolean cancelsSends;

    /**
     * What is replayed from now on.
     *
     * @param before of the rank when MPI was open before; null: it was not
     */
    ReplayedChoices(
            Job job,
            ChoiceFolder folder,
            Progress progress,
            Consumer<ReplayingMatcher.Match> deliver,
            @Nullable FreeChoices before) {
        super(progress, job.rank());
        this.job = job;
        this.folder = folder;
        this.progress = progress;
        this.deliver = deliver;
        try {
            reader = before instanceof ReplayedChoices earlier ? earlier.reader : ChoiceReader.open(folder, job.rank());
            facts = ChoiceReader.facts(folder, job.size());
        } catch (IOException e) {
            throw new EngineException(
                    ErrorClass.OTHER, "rank " + job.rank() + ": --replay: cannot read the recording: " + e);
        }
    }

    @Override
    public Matcher newMatcher(int context, int worldSize) {
        if (context % 2 == 1) {
            return new Matcher(worldSize);
        }
        ReplayingMatcher matcher = new ReplayingMatcher(worldSize, this::source);
        matchers.add(matcher);
        return matcher;
    }

    @Override
    public @Nullable CollectiveFacts collectives() {
        return facts;
    }

    // ---- where the recording stands --------------------------------------------------------------------------------

    /** True where nothing is recorded any more. */
    private boolean isOver() {
        if (!reader.isOver()) {
            return false;
        }
        goesOn();
        return true;
    }

    private void goesOn() {
        if (!goesOn) {
            goesOn = true;
            release();
            System.err.println("mpirun: --replay: rank " + job.rank() + ": the recording ends before choice "
                    + reader.number() + ", at " + CallPlace.ofProgram() + "; the rank goes on without it");
        }
    }

    private void next() {
        reader.next();
        if (reader.isOver()) {
            release();
        }
    }

    /** Receives that were matched by nothing before the rank was ended may be matched. */
    private void release() {
        for (ReplayingMatcher matcher : matchers) {
            matcher.release().forEach(deliver);
        }
    }

    @Override
    public void differs(String found) {
        String where = CallPlace.ofProgram();
        job.abort(
                DIFFERS,
                "the replay differs from the recording " + folder.path() + ": choice " + reader.number() + " is "
                        + found + " at " + where + "; recorded is " + ChoiceWord.text(reader.peek()));
    }

    // ---- messages --------------------------------------------------------------------------------------------------

    /** The source of the next receive from any rank. */
    private int source(int tag) {
        if (isOver()) {
            return PostedRecv.ANY;
        }
        if (!reader.isFor(ChoiceWord.RECEIVE, tag)) {
            differs(ChoiceWord.text(ChoiceWord.RECEIVE, tag));
        }
        int source = ChoiceWord.source(reader.peek());
        next();
        return source >= 0 ? source : isOver() ? PostedRecv.ANY : ReplayingMatcher.NONE;
    }

    @Override
    public boolean awaitPoll(Matcher of, int source, int tag) {
        if (isOver()) {
            if (of.find(source, tag) == null) {
                progress.round();
            }
            return of.find(source, tag) != null;
        }
        if (reader.isFor(ChoiceWord.FOUND, tag)) {
            await(of, source, tag);
            return true;
        }
        if (!reader.isFor(Call.PROBE) || ChoiceWord.kind(reader.peek()) != ChoiceWord.FAILED) {
            differs(ChoiceWord.text(ChoiceWord.FOUND, tag));
        }
        next();
        progress.round();
        return false;
    }

    @Override
    public void awaitProbe(Matcher of, int source, int tag) {
        if (source == PostedRecv.ANY && !isOver()) {
            if (!reader.isFor(ChoiceWord.PROBE, tag)) {
                differs(ChoiceWord.text(ChoiceWord.PROBE, tag));
            }
            await(of, source, tag);
        }
    }

    /** Waits until a probe can find the recorded message. */
    private void await(Matcher of, int source, int tag) {
        int from = ChoiceWord.source(reader.peek());
        next();
        Unexpected message = of.find(from, tag);
        for (int fruitless = 0; message == null; message = of.find(from, tag)) {
            fruitless = progress.advance(fruitless);
        }
        if (source == PostedRecv.ANY && of instanceof ReplayingMatcher matcher) {
            matcher.show(message);
        }
    }

    /** A send that has ended in the recording ends here, too, whatever buffers there are. */
    @Override
    public boolean copies(int dest, int tag, long bytes) {
        return !reader.isOver() || !reader.waitsIn(dest, tag, bytes);
    }

    @Override
    public boolean cancels(PostedRecv receive, BooleanSupplier withdraw) {
        if (!(receive.matcher() instanceof ReplayingMatcher)) {
            return withdraw.getAsBoolean();
        }
        return switch (result(Call.CANCEL)) {
            case OPEN -> withdraw.getAsBoolean();
            case SUCCEEDS -> {
                if (!withdraw.getAsBoolean()) {
                    differs("the cancellation of a receive whose message has come already, which cannot be undone,");
                }
                yield true;
            }
            case FAILS -> {
                for (int fruitless = 0; receive.isPosted(); ) {
                    fruitless = progress.advance(fruitless);
                }
                yield false;
            }
        };
    }

    @Override
    public void cancelsSend(boolean isDone) {
        if (!goesOn && !cancelsSends) {
            cancelsSends = true;
            System.err.println("mpirun: --replay: rank " + job.rank()
                    + ": whether a send is cancelled is not repeated, from the one at " + CallPlace.ofProgram()
                    + " on");
        }
    }

    // ---- tests -----------------------------------------------------------------------------------------------------

    @Override
    public Result result(Call call) {
        if (isOver()) {
            return Result.OPEN;
        }
        if (!reader.isFor(call)) {
            differs(call.words());
        }
        int word = reader.peek();
        positions = NONE;
        switch (ChoiceWord.kind(word)) {
            case ChoiceWord.FAILED -> {
                next();
                return Result.FAILS;
            }
            case ChoiceWord.SOME -> {
                next();
                int count = ChoiceWord.number(word);
                positions = reader.positions(count);
                // A rank that was ended in between has not seen them.
                return positions.length < count ? Result.OPEN : Result.SUCCEEDS;
            }
            default -> {
                positions = new int[] {ChoiceWord.number(word)};
                next();
                return Result.SUCCEEDS;
            }
        }
    }

    @Override
    public int[] positions() {
        return positions;
    }

    @Override
    public void finishes() {
        if (!reader.isOver() && !reader.endsWell()) {
            differs("MPI.Finalize");
        }
    }

    @Override
    public void end() {
        if (reader.endsWell()) {
            reader.next();
        }
    }
}
