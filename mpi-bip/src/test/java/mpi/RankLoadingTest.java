package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Member;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.core.job.Job;
import org.bipj.core.job.RankLoader;
import org.bipj.mpi.testkit.Ranks;
import org.junit.jupiter.api.Test;

/** Class MPI can be loaded once per rank, apart from the rest of its package. */
class RankLoadingTest {
    /** Defines class MPI itself, and leaves all others to the loader of this test. */
    private static final class Loader extends ClassLoader implements RankLoader {
        private final Job job;

        Loader(Job job) {
            super(RankLoadingTest.class.getClassLoader());
            this.job = job;
        }

        @Override
        public Job job() {
            return job;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.equals("mpi.MPI")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                byte[] bytes = classFile();
                return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    private static byte[] classFile() {
        try (InputStream in = RankLoadingTest.class.getResourceAsStream("MPI.class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("MPI.class cannot be read", e);
        }
    }

    @Test
    void eachRankHasItsOwnWorldAndSharesTheRest() {
        Ranks.run(3, job -> {
            Class<?> mine = new Loader(job).loadClass("mpi.MPI");
            assertNotSame(MPI.class, mine);
            mine.getMethod("Init", String[].class).invoke(null, (Object) new String[0]);
            Intracomm world = (Intracomm) mine.getField("COMM_WORLD").get(null);
            assertNotSame(MPI.COMM_WORLD, world);
            assertSame(MPI.INT, mine.getField("INT").get(null));
            assertEquals(job.rank(), world.getRank());
            int[] sum = {job.rank()};
            world.allReduce(sum, 1, MPI.INT, MPI.SUM);
            assertEquals(3, sum[0]);
            mine.getMethod("Finalize").invoke(null);
        });
        assertFalse(MPI.isInitialized(), "the copies of ranks do not touch this one");
    }

    /** A call of a package-private member would fail only when it is made, and only in thread mode. */
    @Test
    void classMpiUsesPublicMembersOnly() throws ClassNotFoundException {
        List<String> hidden = new ArrayList<>();
        int members = 0;
        for (PoolEntry entry : ClassFile.of().parse(classFile()).constantPool()) {
            if (entry instanceof MemberRefEntry member
                    && member.owner().asInternalName().startsWith("mpi/")
                    && !member.owner().asInternalName().equals("mpi/MPI")) {
                members++;
                if (!isPublic(member)) {
                    hidden.add(member.owner().asInternalName() + "." + member.name());
                }
            }
        }
        assertEquals(List.of(), hidden);
        assertFalse(members == 0, "the class file was read");
    }

    private static boolean isPublic(MemberRefEntry entry) throws ClassNotFoundException {
        ClassDesc desc = entry.owner().asSymbol();
        Class<?> owner = Class.forName(desc.packageName() + "." + desc.displayName());
        Stream<Member> members = Stream.concat(Arrays.stream(owner.getMethods()), Arrays.stream(owner.getFields()));
        boolean isMember = members.anyMatch(m -> m.getName().equals(entry.name().stringValue()));
        return Modifier.isPublic(owner.getModifiers()) && isMember;
    }
}
