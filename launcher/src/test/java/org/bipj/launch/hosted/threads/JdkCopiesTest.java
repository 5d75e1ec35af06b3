package org.bipj.launch.hosted.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Copies of the JDK's classes: a JDK whose classes call something else fails here by name. */
class JdkCopiesTest {
    private static final ClassFile FILES = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(type -> JdkCopies.ALL.resource(nameOf(type.descriptorString())))
                    .orElse(ClassHierarchyResolver.defaultResolver())));

    private static String nameOf(String descriptor) {
        return descriptor.substring(1, descriptor.length() - 1);
    }

    @Test
    void copiesUseWhatIsThereForThem() throws Exception {
        Set<String> missing = new TreeSet<>();
        List<String> all = all();
        assertNotEquals(List.of(), all);
        for (String name : all) {
            ClassModel copy = FILES.parse(JdkCopies.ALL.file(name));
            assertEquals(List.of(), FILES.verify(copy), name);
            for (PoolEntry entry : copy.constantPool()) {
                if (entry instanceof MemberRefEntry member && !isThere(member)) {
                    missing.add(name + ": " + member.owner().asInternalName() + "." + member.name() + member.type());
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    private static boolean isThere(MemberRefEntry member) throws ClassNotFoundException {
        String owner = member.owner().asInternalName();
        if (owner.startsWith("[") || owner.equals(VarHandle.class.getName().replace('.', '/'))) {
            return true;
        }
        Class<?> type = Class.forName(owner.replace('/', '.'), false, JdkCopies.ALL);
        return Stream.concat(
                        Stream.<Class<?>>iterate(type, one -> one != null, Class::getSuperclass),
                        Stream.of(Object.class))
                .flatMap(one -> Stream.concat(Stream.of(one), Arrays.stream(one.getInterfaces())))
                .flatMap(JdkCopiesTest::members)
                .anyMatch(one -> nameOf(one).equals(member.name().stringValue())
                        && descriptor(one).equals(member.type().stringValue())
                        && isReached(one));
    }

    private static Stream<Member> members(Class<?> type) {
        return Stream.<Member[]>of(type.getDeclaredFields(), type.getDeclaredMethods(), type.getDeclaredConstructors())
                .flatMap(Arrays::stream);
    }

    private static boolean isReached(Member one) {
        return (one.getModifiers() & (Modifier.PUBLIC | Modifier.PROTECTED)) != 0
                || JdkCopies.isCopy(one.getDeclaringClass());
    }

    private static String nameOf(Member one) {
        return one instanceof Constructor ? "<init>" : one.getName();
    }

    private static String descriptor(Member one) {
        return switch (one) {
            case Field field -> field.getType().descriptorString();
            case Method method ->
                MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                        .descriptorString();
            case Executable made ->
                MethodType.methodType(void.class, made.getParameterTypes()).descriptorString();
            default -> throw new IllegalArgumentException(one.toString());
        };
    }

    private static List<String> all() throws IOException {
        Path modules = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base");
        try (Stream<Path> files = Files.walk(modules.resolve("java/util/concurrent"))) {
            return files.map(file -> modules.relativize(file).toString().replace(".class", ""))
                    .filter(JdkCopies.ALL::isCopied)
                    .map(JdkCopies.ALL::copyOf)
                    .toList();
        }
    }

    @Test
    void finalMethodsAreReplacedInPrograms() throws ClassNotFoundException {
        Set<String> expected = new TreeSet<>();
        for (String name : JdkCopies.ALL.made().keySet()) {
            Class<?> type = Class.forName(name.replace('/', '.'));
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && Modifier.isFinal(method.getModifiers())) {
                    expected.add(type.getName() + "." + method.getName());
                }
            }
        }
        Set<String> replaced = Arrays.stream(CopiedFinals.class.getDeclaredMethods())
                .map(method -> method.getParameterTypes()[0].getName() + "." + method.getName())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, replaced);
    }

    @Test
    void aCopyIsOneOfTheJdks() {
        ReentrantLock lock = JdkCopies.lock();
        assertInstanceOf(ReentrantLock.class, lock);
        assertNotEquals(ReentrantLock.class, lock.getClass());
        lock.lock();
        assertEquals(1, lock.getHoldCount());
        assertEquals(false, CopiedFinals.isFair(lock));
        lock.unlock();
    }
}
