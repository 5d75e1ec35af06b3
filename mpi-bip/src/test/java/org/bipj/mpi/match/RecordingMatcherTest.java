package org.bipj.mpi.match;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.bipj.core.payload.SegmentCache;
import org.bipj.core.replay.ChoiceFolder;
import org.bipj.core.replay.ChoiceLog;
import org.bipj.core.replay.ChoiceReader;
import org.bipj.core.replay.ChoiceWord;
import org.bipj.core.replay.CollectiveFacts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingMatcherTest {
    private final SegmentCache cache = new SegmentCache();
    private final UnexpectedPool pool = new UnexpectedPool(new HeapReserve());

    private Unexpected keep(Matcher matcher, int source, int tag) {
        assertNull(matcher.arrived(source, tag));
        Unexpected message = pool.ofBytes(source, tag, 0, 1);
        matcher.keep(message);
        return message;
    }

    private PostedRecv receive(Matcher matcher, int source, int tag) {
        PostedRecv receive = new PostedRecv(cache);
        receive.want(matcher, source, tag);
        Unexpected found = matcher.find(receive);
        if (found == null) {
            matcher.post(receive);
        } else {
            matcher.take(found);
        }
        return receive;
    }

    @Test
    void whatReceivesFromAnyRankTakeIsRecordedInTheOrderOfTheReceives(@TempDir Path directory) throws IOException {
        CollectiveFacts facts = new CollectiveFacts(false, false, false, false);
        ChoiceLog log = ChoiceLog.create(new ChoiceFolder(directory, false), 0, 4, facts);
        RecordingMatcher matcher = new RecordingMatcher(4, log);
        assertTrue(matcher.isRecording());
        keep(matcher, 3, 7);
        receive(matcher, PostedRecv.ANY, 7);
        PostedRecv second = receive(matcher, PostedRecv.ANY, 8);
        PostedRecv specific = receive(matcher, 2, 8);
        PostedRecv third = receive(matcher, PostedRecv.ANY, PostedRecv.ANY);
        assertSame(third, matcher.arrived(1, 9));
        assertSame(second, matcher.arrived(2, 8));
        assertSame(specific, matcher.arrived(2, 8));
        keep(matcher, 2, 5);
        receive(matcher, 2, 5);
        receive(matcher, PostedRecv.ANY, 6);
        log.end();

        ChoiceReader reader = ChoiceReader.open(new ChoiceFolder(directory, true), 0);
        assertReceive(reader, 7, 3);
        assertReceive(reader, 8, 2);
        assertReceive(reader, PostedRecv.ANY, 1);
        assertReceive(reader, 6, -1);
        assertTrue(reader.endsWell());
    }

    private static void assertReceive(ChoiceReader reader, int tag, int source) {
        assertTrue(reader.isFor(ChoiceWord.RECEIVE, tag), () -> ChoiceWord.text(reader.peek()));
        assertEquals(source, ChoiceWord.source(reader.peek()));
        reader.next();
    }

    @Test
    void aContextThatIsNotRecordedMatchesAlike() {
        RecordingMatcher matcher = new RecordingMatcher(4, null);
        assertFalse(matcher.isRecording());
        Unexpected message = keep(matcher, 3, 7);
        assertSame(message, matcher.find(PostedRecv.ANY, 7));
        receive(matcher, PostedRecv.ANY, 7);
        assertEquals(0, matcher.unexpected());
        PostedRecv posted = receive(matcher, PostedRecv.ANY, 7);
        assertSame(posted, matcher.arrived(1, 7));
    }
}
