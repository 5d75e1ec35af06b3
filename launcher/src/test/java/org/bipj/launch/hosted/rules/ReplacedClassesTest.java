package org.bipj.launch.hosted.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bipj.launch.hosted.loader.CallRule;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.junit.jupiter.api.Test;

/** A class that takes the place of one of the JDK's overrides each of its methods that waits, or questions about who waits are replaced. */
class ReplacedClassesTest {
    /** Methods of the JDK, public or not, that wait or that know who does. */
    private static final Pattern WAITS = Pattern.compile(
            "await.*|.*[aA]cquire.*Nanos|acquire(Interruptibly|Shared.*)?|park.*|wait|sleep|join|dowait|xfer|.*Get|"
                    + "internalAwaitAdvance|hasQueued.*|getQueue.*|getWait.*|hasWaiters|getExclusiveQueuedThreads|getSharedQueuedThreads");

    private static final Set<String> RULED =
            Replacements.withIp().stream().map(ReplacedClassesTest::signature).collect(Collectors.toUnmodifiableSet());

    private static String signature(CallRule rule) {
        return rule.owner() + "." + rule.name();
    }

    @Test
    void whatWaitsIsOverriddenOrReplaced() throws Exception {
        Set<String> missing = new TreeSet<>();
        for (Map.Entry<String, ClassDesc> entry :
                Replacements.WITH_SOCKETS.classes().entrySet()) {
            String by = entry.getValue().descriptorString();
            if (entry.getKey().startsWith("java/util/concurrent/") && by.startsWith("Lorg/") && !isCopy(by)) {
                Class<?> own = Class.forName(by.substring(1, by.length() - 1).replace('/', '.'));
                Set<String> overridden = Arrays.stream(own.getDeclaredMethods())
                        .map(Method::getName)
                        .collect(Collectors.toSet());
                for (MethodModel method : model(entry.getKey()).methods()) {
                    String name = method.methodName().stringValue();
                    if (isVisible(method)
                            && waits(method)
                            && !overridden.contains(name)
                            && !RULED.contains(entry.getKey() + "." + name)) {
                        missing.add(own.getSimpleName() + "." + name);
                    }
                }
            }
        }
        assertEquals(Set.of(), missing);
    }

    /** It has each method of the JDK's. */
    private static boolean isCopy(String descriptor) {
        return JdkCopies.ALL.isCopy(descriptor.substring(1));
    }

    private static ClassModel model(String name) throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name + ".class")) {
            assertNotNull(in, name);
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    private static boolean isVisible(MethodModel method) {
        return (method.flags().has(AccessFlag.PUBLIC) || method.flags().has(AccessFlag.PROTECTED))
                && !method.methodName().equalsString("<init>");
    }

    private static boolean waits(MethodModel method) {
        return method.code().isPresent()
                && method.code()
                        .get()
                        .elementStream()
                        .anyMatch(element -> element instanceof InvokeInstruction call
                                && WAITS.matcher(call.name().stringValue()).matches());
    }
}
