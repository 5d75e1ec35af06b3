package org.bipj.crl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.bipj.lci.Lci;
import org.bipj.litmus.Litmus;
import org.junit.jupiter.api.Test;

/** Regions, sections, the cache, reductions and errors: what CRL does on every fabric. */
public abstract class CrlContract extends CrlSuite {
    private static void write(Region region, long value) {
        try (WriteSection w = region.startWrite()) {
            w.putLong(0, value);
        }
    }

    private static long read(Region region) {
        try (ReadSection r = region.startRead()) {
            return r.getLong(0);
        }
    }

    @Test
    void aReadSeesTheLastWriteOfAnyRank() {
        run(3, crl -> {
            Region region = common(crl, 8);
            assertEquals(0, read(region), "a new region is zero");
            crl.barrier();
            for (int i = 1; i <= 12; i++) {
                if (i % 3 == crl.rank()) {
                    write(region, i);
                }
                crl.barrier();
                assertEquals(i, read(region));
                crl.barrier();
            }
        });
    }

    @Test
    void noIncrementIsLost() {
        run(4, crl -> {
            Region region = common(crl, 1, 8);
            int each = 50;
            for (int i = 0; i < each; i++) {
                WriteSection w = region.startWrite();
                w.putLong(0, w.getLong(0) + 1);
                region.endWrite();
            }
            crl.barrier();
            assertEquals(4 * each, read(region));
        });
    }

    @Test
    void allRanksReadAtOnce() {
        run(4, crl -> {
            Region region = common(crl, 8);
            if (crl.rank() == 3) {
                write(region, 7);
            }
            crl.barrier();
            ReadSection r = region.startRead();
            crl.barrier();
            assertEquals(7, r.getLong(0));
            crl.barrier();
            region.endRead();
        });
    }

    @Test
    void aWriterWaitsForReaders() {
        run(2, crl -> {
            Region region = common(crl, 8);
            Region other = crl.create(8);
            for (int i = 1; i <= 10; i++) {
                if (crl.rank() == 0) {
                    ReadSection r = region.startRead();
                    crl.barrier();
                    // The other rank's request may arrive meanwhile: it is not granted before the end.
                    for (int poll = 0; poll < 20; poll++) {
                        assertEquals(0, read(other));
                    }
                    assertEquals(i - 1, r.getLong(0));
                    region.endRead();
                } else {
                    crl.barrier();
                    write(region, i);
                }
                crl.barrier();
            }
        });
    }

    @Test
    void regionsOfAllLengthsTravelBothWays() {
        run(2, crl -> {
            for (int length : new int[] {1, 7, 8, 9, 1007, 1008, 1009, 1023, 1024, 1025, 2016, 16384, 100_000}) {
                Region region = common(crl, length);
                assertEquals(length, region.length());
                for (int turn = 0; turn < 4; turn++) {
                    int seed = turn * 7 + length;
                    if (turn % 2 == crl.rank()) {
                        WriteSection w = region.startWrite();
                        for (int at = 0; at < length; at++) {
                            w.putByte(at, (byte) (seed + at));
                        }
                        region.endWrite();
                    }
                    crl.barrier();
                    ReadSection r = region.startRead();
                    for (int at = 0; at < length; at++) {
                        assertEquals((byte) (seed + at), r.getByte(at));
                    }
                    region.endRead();
                    crl.barrier();
                }
            }
        });
    }

    @Test
    void manyLongRegionsAreOnTheWayAtOnce() {
        run(3, crl -> {
            Region[] regions = new Region[3];
            for (int i = 0; i < 3; i++) {
                regions[i] = common(crl, i, 300_000);
            }
            for (int turn = 1; turn <= 4; turn++) {
                Region region = regions[(crl.rank() + turn) % 3];
                WriteSection w = region.startWrite();
                for (int at = 0; at + 8 <= region.length(); at += 8) {
                    w.putLong(at, w.getLong(at) + at);
                }
                region.endWrite();
            }
            crl.barrier();
            for (Region region : regions) {
                ReadSection r = region.startRead();
                for (int at = 0; at + 8 <= region.length(); at += 8) {
                    assertEquals(4L * at, r.getLong(at));
                }
                region.endRead();
            }
        });
    }

    @Test
    void dataTravelOnlyWhereTheyAreNeeded() {
        run(2, crl -> {
            Region region = common(crl, 500);
            if (crl.rank() == 1) {
                missed(crl, 1, 0, () -> write(region, 1));
                missed(crl, 0, 0, () -> write(region, 2));
                missed(crl, 0, 0, () -> read(region));
                missed(crl, 1, 1, region::flush);
                missed(crl, 1, 0, () -> read(region));
                missed(crl, 1, 0, () -> write(region, 3));
                crl.barrier();
            } else {
                CrlStatistics before = crl.statistics();
                crl.barrier();
                CrlStatistics home = crl.statistics().since(before);
                assertEquals(3, home.messages(), "a reply to each of three misses");
                assertEquals(2, home.dataMessages(), "an upgrade carries none");
            }
            crl.barrier();
            if (crl.rank() == 0) {
                missed(crl, 1, 0, () -> read(region));
            }
        });
    }

    private static void missed(Crl crl, int messages, int withData, Runnable call) {
        CrlStatistics before = crl.statistics();
        call.run();
        CrlStatistics done = crl.statistics().since(before);
        assertEquals(messages, done.messages());
        assertEquals(withData, done.dataMessages());
        if (done.reads() + done.writes() > 0) {
            assertEquals(messages, done.readMisses() + done.writeMisses());
        }
    }

    @Test
    void unmappedRegionsStayInTheCache() {
        run(2, 2, crl -> {
            Region[] regions = new Region[3];
            for (int i = 0; i < 3; i++) {
                regions[i] = common(crl, 100 + i);
            }
            if (crl.rank() == 1) {
                for (int i = 0; i < 3; i++) {
                    write(regions[i], i + 1);
                    regions[i].unmap();
                }
                CrlStatistics before = crl.statistics();
                assertSame(regions[2], crl.map(regions[2].id()));
                assertEquals(3, read(regions[2]));
                assertEquals(0, crl.statistics().since(before).mapMisses());
                assertEquals(0, crl.statistics().since(before).messages());
                Region again = crl.map(regions[0].id());
                assertNotSame(regions[0], again, "evicted, as there are more than two");
                assertEquals(1, read(again));
                assertEquals(1, crl.statistics().since(before).mapMisses());
                fails("region 0:1, which is not mapped", regions[0]::startRead);
            }
            crl.barrier();
            for (int i = 0; i < 3 && crl.rank() == 0; i++) {
                assertEquals(i + 1, read(regions[i]));
            }
        });
    }

    @Test
    void aRegionIsMappedAsOftenAsItIsUnmapped() {
        run(2, crl -> {
            Region region = common(crl, 8);
            assertSame(region, crl.map(region.id()));
            region.unmap();
            assertEquals(0, read(region));
            region.unmap();
            fails("unmap() of region 0:1, which is not mapped", region::unmap);
            fails("startRead() of region 0:1, which is not mapped", region::startRead);
            fails("startWrite() of region 0:1, which is not mapped", region::startWrite);
            fails("flush() of region 0:1, which is not mapped", region::flush);
            assertSame(region, crl.map(region.id()));
        });
    }

    @Test
    void sectionsOfOneRegionDoNotNest() {
        run(2, crl -> {
            Region region = common(crl, crl.size() - 1, 8);
            ReadSection r = region.startRead();
            fails("which is in a read section", region::startRead);
            fails("which is in a read section", region::startWrite);
            fails("which is in a read section", region::unmap);
            fails("which is in a read section", region::flush);
            fails("endWrite() of region 1:1, which is in a read section", region::endWrite);
            r.close();
            fails("endRead() of region 1:1, which is in no section", region::endRead);
            r.close();
            fails("startRead() before", r::segment);
            crl.barrier();
            WriteSection w = region.startWrite();
            fails("which is in a write section", region::startRead);
            fails("which is in a write section", region::startWrite);
            fails("endRead() of region 1:1, which is in a write section", region::endRead);
            w.close();
            w.close();
            fails("endWrite()", region::endWrite);
        });
    }

    @Test
    void accessesOutsideASectionAreErrors() {
        run(2, crl -> {
            Region region = common(crl, 12);
            WriteSection w = region.startWrite();
            w.putInt(8, 5);
            fails("bytes 8 to 15 of region 0:1, which has 12 bytes", () -> w.putLong(8, 1));
            fails("bytes -1 to 2", () -> w.getInt(-1));
            w.segment().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 9);
            region.endWrite();
            fails("outside a write section", () -> w.putLong(0, 1));
            fails("outside a write section", () -> w.getLong(0));
            fails("outside a write section", w::segment);
            ReadSection r = region.startRead();
            assertEquals(9, r.segment().get(ValueLayout.JAVA_INT_UNALIGNED, 0));
            assertThrows(
                    RuntimeException.class, () -> r.segment().set(ValueLayout.JAVA_INT_UNALIGNED, 0, 1), "read only");
            fails("outside a write section", () -> w.putLong(0, 1));
            region.endRead();
            fails("outside a read section", () -> r.getInt(0));
            fails("outside a read section", r::segment);
        });
    }

    @Test
    void allTypesAreStoredAtAnyOffset() {
        run(2, crl -> {
            Region region = common(crl, 64);
            if (crl.rank() == 1) {
                try (WriteSection w = region.startWrite()) {
                    w.putByte(1, (byte) -3);
                    w.putInt(3, -77);
                    w.putLong(9, Long.MIN_VALUE + 5);
                    w.putFloat(21, 1.5f);
                    w.putDouble(33, -Math.PI);
                }
            }
            crl.barrier();
            try (ReadSection r = region.startRead()) {
                assertEquals(-3, r.getByte(1));
                assertEquals(-77, r.getInt(3));
                assertEquals(Long.MIN_VALUE + 5, r.getLong(9));
                assertEquals(1.5f, r.getFloat(21));
                assertEquals(-Math.PI, r.getDouble(33));
                assertSame(region, r.region());
            }
        });
    }

    @Test
    void idsThatNoRankHasGivenAreErrors() {
        run(2, crl -> {
            Region region = common(crl, 8);
            fails("expected the id of a region that was created", () -> crl.map(Crl.NONE));
            fails("names region 9:1 of 2 ranks", () -> crl.map(Region.id(9, 1)));
            fails("rank 0 has created no region 0:2", () -> crl.map(region.id() + 1));
            fails("rank 1 has created no region 1:1", () -> crl.map(Region.id(1, 1)));
            fails("names region -1:-1", () -> crl.map(-1));
            fails("create(0)", () -> crl.create(0));
            assertEquals(0, read(region), "all goes on");
        });
    }

    @Test
    void crlIsOpenOnceOnARank() {
        run(2, crl -> {
            fails("init() while CRL is open", () -> Crl.init());
            crl.barrier();
        });
    }

    @Test
    void theEndInsideASectionIsAnError() {
        run(2, crl -> {
            Region mine = crl.create(8);
            Region other = common(crl, 1, 8);
            for (Region region : List.of(mine, other)) {
                crl.barrier();
                region.startRead();
                fails("close() inside a section", crl::close);
                region.endRead();
                crl.barrier();
                mine.startWrite();
                if (region != mine) {
                    other.startRead();
                    fails("close() inside 2 sections", crl::close);
                    other.endRead();
                }
                fails("close() inside a section; expected its end before", crl::close);
                mine.endWrite();
            }
        });
    }

    @Test
    void callsAfterTheEndAreErrors() {
        runRanks(2, () -> {
            Crl crl = setup().init();
            ready();
            Region region = common(crl, 8);
            crl.barrier();
            crl.close();
            crl.close();
            fails("a call after close()", region::startRead);
            fails("a call after close()", () -> crl.create(8));
            fails("a call after close()", () -> crl.map(region.id()));
            fails("a call after close()", crl::barrier);
        });
    }

    @Test
    void crlIsOpenedAgain() {
        runRanks(3, () -> {
            // LCI cannot be opened again while another library is open.
            Lci lci = Lci.init();
            for (int opening = 1; opening <= 5; opening++) {
                try (Crl crl = setup().init()) {
                    Region region = common(crl, opening % 3, 8);
                    assertEquals(0, read(region));
                    crl.barrier();
                    if (crl.rank() == 0) {
                        write(region, opening);
                    }
                    crl.barrier();
                    assertEquals(opening, read(region));
                    region.flush();
                    crl.barrier();
                }
            }
            lci.close();
        });
    }

    @Test
    void reductionsCombineTheValuesOfAllRanks() {
        run(5, crl -> {
            int rank = crl.rank();
            for (int i = 0; i < 3; i++) {
                double[] sum = {rank, 1, 0.5 * i};
                crl.sum(sum);
                assertEquals(10, sum[0]);
                assertEquals(5, sum[1]);
                assertEquals(2.5 * i, sum[2]);
                double[] values = {rank, -rank};
                crl.min(values);
                assertEquals(0, values[0]);
                assertEquals(-4, values[1]);
                double[] most = {rank, -rank};
                crl.max(most);
                assertEquals(4, most[0]);
                assertEquals(0, most[1]);
                long[] words = {rank + 1, rank + 2};
                crl.broadcast(i, words);
                assertEquals(i + 1, words[0]);
                assertEquals(i + 2, words[1]);
            }
            fails("root 5", () -> crl.broadcast(5, new long[1]));
            fails("SUM of 1000 values", () -> crl.sum(new double[1000]));
        });
    }

    @Test
    void reductionsThatDifferAreErrors() {
        run(2, crl -> {
            if (crl.rank() == 0) {
                fails("rank 1 calls a SUM of 1; expected the same call", () -> crl.sum(new double[2]));
                fails("rank 1 calls a SUM of 1; expected the same call", () -> crl.min(new double[1]));
            }
            double[] one = {1};
            crl.sum(one);
            assertEquals(2, one[0]);
        });
    }

    @Test
    void randomProgramsAreCoherent() {
        for (int ranks = 1; ranks <= 4; ranks++) {
            CrlProgram program = new CrlProgram(77 + ranks, ranks, 60, sharesMemory());
            run(ranks, 3, program::run);
        }
    }

    @Test
    void statisticsCountSectionsAndMisses() {
        run(2, crl -> {
            Region region = common(crl, 8);
            crl.barrier();
            CrlStatistics before = crl.statistics();
            read(region);
            read(region);
            CrlStatistics done = crl.statistics().since(before);
            assertEquals(2, done.reads());
            assertEquals(crl.rank(), done.readMisses());
            assertEquals(0, done.writes());
            assertTrue(crl.statistics().maps() >= crl.rank());
            crl.barrier();
        });
    }

    @Test
    void regionsAreSequentiallyConsistent() {
        Litmus.Counts counts = new Litmus.Counts();
        Litmus litmus = Litmus.ofCrl(7, 2);
        run(Litmus.RANKS, crl -> litmus.run(crl, counts));
    }
}
