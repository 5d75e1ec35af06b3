package org.bipj.mpi.match;

import org.bipj.core.replay.ChoiceLog;
import org.jspecify.annotations.Nullable;

/**
 * A matcher in a job in which it is recorded which message each receive from any rank takes. All contexts have one, so that calls have
 * one target.
 */
public final class RecordingMatcher extends Matcher {
    /** Null in a context that is not recorded. */
    private final @Nullable ChoiceLog log;

    /** Creates a matcher without receives and messages, which records in a log; null: it does not record. */
    public RecordingMatcher(int worldSize, @Nullable ChoiceLog log) {
        super(worldSize);
        this.log = log;
    }

    @Override
    public @Nullable Unexpected find(PostedRecv receive) {
        Unexpected message = find(receive.wantedSource, receive.wantedTag);
        if (receive.wantedSource == PostedRecv.ANY && log != null) {
            if (message == null) {
                receive.place = log.posted(receive.wantedTag);
            } else {
                log.took(receive.wantedTag, message.source);
            }
        }
        return message;
    }

    @Override
    public @Nullable PostedRecv arrived(int source, int tag) {
        PostedRecv receive = super.arrived(source, tag);
        if (receive != null && receive.wantedSource == PostedRecv.ANY && log != null) {
            log.matched(receive.place, source);
        }
        return receive;
    }

    /** True if it records. */
    public boolean isRecording() {
        return log != null;
    }
}
