package mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.File;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.bipj.mpi.call.CallFacts;
import org.bipj.mpi.call.CallFacts.Form;
import org.bipj.mpi.call.PointToPoint;
import org.bipj.mpi.call.Who;
import org.bipj.mpi.call.WindowOperation;
import org.junit.jupiter.api.Test;

/** The table of calls and the facade: none has what the other one lacks. */
class CallFactsTest {
    /** Methods of classes with calls that communicate with nobody and wait for nobody. */
    private static final Map<String, String> LOCAL = Map.of(
            "Comm",
            "Attr_get Compare Errhandler_get Errhandler_set Errorhandler_get Errorhandler_set Group Is_null Pack_size"
                    + " Rank Size Test_inter Topo_test callErrhandler compare createErrhandler createKeyval deleteAttr"
                    + " freeKeyval getAttr getErrhandler getGroup getInfo getName getObjectCodec getRank getRequest"
                    + " getSize getTopology isInter isNull isRevoked packSize setAttr setErrhandler setInfo setName"
                    + " setObjectCodec toString",
            "Intercomm",
            "Remote_Group Remote_group Remote_size getParent getRemoteGroup getRemoteSize",
            "CartComm",
            "createDims getCoords getRank getTopo map shift",
            "Cartcomm",
            "Coords Dims_create Get Map Rank Shift",
            "GraphComm",
            "getDims getDistGraphNeighbors getNeighbors map",
            "Graphcomm",
            "Get Map Neighbours",
            "Request",
            "Is_null finalize isCancelled isNull",
            "Message",
            "isNoProc isNull",
            "Win",
            "callErrhandler createErrhandler createKeyval deleteAttr displacement displacementX freeKeyval getAttr"
                    + " getErrhandler getGroup getInfo getName isNull memory query setAttr setErrhandler setInfo"
                    + " setName");

    private static final Map<String, String> LOCAL_ELSEWHERE = Map.of(
            "File",
            "callErrhandler createErrhandler getAMode getAtomicity getByteOffset getErrhandler getGroup getInfo"
                    + " getPosition getPositionShared getSize getTypeExtent getView setErrhandler setInfo",
            "Session",
            "callErrhandler createErrhandler getErrhandler getInfo getNthPset getNumPsets getPsetInfo isNull"
                    + " setErrhandler",
            "MPI",
            "Get_processor_name Initialized Wtick Wtime addErrorClass addErrorCode addErrorString aintAdd aintDiff"
                    + " getAddress getErrorClass getErrorString getHwResourceInfo getLibVersion getProcessorName"
                    + " getVersion isFinalized isInitialized isThreadMain newByteBuffer newCharBuffer"
                    + " newDoubleBuffer newFloatBuffer newIntBuffer newLongBuffer newShortBuffer pControl phase"
                    + " queryThread registerDatarep removeErrorClass removeErrorCode removeErrorString slice wtick"
                    + " wtime");

    private static final List<Class<?>> WITH_CALLS = List.of(
            Comm.class,
            Intracomm.class,
            Intercomm.class,
            CartComm.class,
            Cartcomm.class,
            GraphComm.class,
            Graphcomm.class,
            Request.class,
            Prequest.class,
            ObjectRequest.class,
            Message.class,
            Win.class,
            mpi.File.class,
            Session.class,
            MPI.class);

    /** The other classes that users see: none of their methods is a call. */
    private static final Set<String> WITHOUT_CALLS =
            Set.of(("CartParms CopyAttrFunction Count DatarepConversionFunction DatarepExtentFunction Datatype"
                            + " DeleteAttrFunction DistGraphNeighbors DoubleComplex DoubleInt Errhandler ErrhandlerFunction FileView FloatComplex FloatInt"
                            + " Freeable GraphParms Grequest Group Info Int2 LongInt MPIException MpiBlocks MpiBuffer"
                            + " MpiCall MpiListener MpiProcess MpiRank ObjectCodec Op Phase Predefined PredefinedGroups"
                            + " ReduceFunction ShiftParms ShortInt Status Struct TypeContents TypeEnvelope"
                            + " UserFunction User_function Version")
                    .split(" "));

    private static Stream<String> names(CallFacts facts) {
        return Arrays.stream(Form.values()).flatMap(form -> facts.names(form).stream());
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()))
                .filter(method -> !method.isSynthetic());
    }

    private static boolean isLocal(Class<?> type, Method method) {
        String known = LOCAL.getOrDefault(type.getSimpleName(), LOCAL_ELSEWHERE.getOrDefault(type.getSimpleName(), ""));
        return List.of(known.split(" ")).contains(method.getName());
    }

    @Test
    void eachMethodHasARowOrIsNoCall() {
        Set<String> wrong = new TreeSet<>();
        for (Class<?> type : WITH_CALLS) {
            methods(type)
                    .filter(method -> isLocal(type, method)
                            == (CallFacts.method(type.getSimpleName(), method.getName())
                                            .facts()
                                    != CallFacts.LOCAL))
                    .forEach(method -> wrong.add(type.getSimpleName() + "." + method.getName()));
        }
        assertEquals(Set.of(), wrong, "give each a row in CallFacts, or name it here as a method that is no call");
    }

    @Test
    void eachClassHasCallsOrIsNamedHere() throws Exception {
        File folder = new File(
                Comm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        Set<String> unknown = new TreeSet<>();
        for (String file : new File(folder, "mpi").list((where, name) -> name.matches("\\w+\\.class"))) {
            Class<?> type = Class.forName("mpi." + file.replace(".class", ""), false, Comm.class.getClassLoader());
            String name = type.getSimpleName();
            boolean isNamed = WITH_CALLS.contains(type) || WITHOUT_CALLS.contains(name);
            if (Modifier.isPublic(type.getModifiers()) && !isNamed) {
                unknown.add(name);
            }
        }
        assertEquals(Set.of(), unknown);
    }

    @Test
    void eachNameIsAMethodAndStandsOnce() {
        List<String> all =
                Arrays.stream(CallFacts.values()).flatMap(CallFactsTest::names).toList();
        assertEquals(all.size(), Set.copyOf(all).size(), "a name stands in one row");
        Set<String> missing = new TreeSet<>(all);
        for (Class<?> type : WITH_CALLS) {
            methods(type).forEach(method -> {
                String of = type == Prequest.class || type == ObjectRequest.class ? "Request" : type.getSimpleName();
                missing.remove(Comm.class.isAssignableFrom(type) ? method.getName() : of + "." + method.getName());
            });
        }
        assertEquals(Set.of("Win.new", "File.new"), missing);
    }

    @Test
    void collectiveOperationsAreWhatTheirRowsSay() {
        List<String> differences = new ArrayList<>();
        for (Collective operation : Collective.values()) {
            CallFacts facts = CallFacts.method(operation.method()).facts();
            assertSame(CallFacts.Kind.COLLECTIVE, facts.kind());
            assertEquals(new CallFacts.Method(facts, Form.STARTED), CallFacts.method(operation.startMethod()));
            assertEquals(new CallFacts.Method(facts, Form.PREPARED), CallFacts.method(operation.prepareMethod()));
            CollectiveArguments twoSided = new CollectiveArguments();
            boolean agrees = operation.isReduction() == facts.reduces()
                    && operation.isAmongNeighbours() == facts.isAmongNeighbours()
                    && agrees(facts.from(), isRoot -> operation.sends(twoSided, isRoot))
                    && agrees(facts.to(), isRoot -> operation.receives(twoSided, isRoot))
                    && facts.movesData() == (!facts.reduces() && facts.from() != Who.NOBODY);
            if (!agrees) {
                differences.add(operation.method());
            }
        }
        assertEquals(List.of(), differences);
    }

    private static boolean agrees(Who who, Predicate<Boolean> operation) {
        return who.is(true) == operation.test(true) && who.is(false) == operation.test(false);
    }

    @Test
    void messagesAndAccessesHaveTheirRows() {
        for (PointToPoint operation : PointToPoint.values()) {
            CallFacts facts = CallFacts.method(operation.method()).facts();
            CallFacts.Kind kind = operation.isProbe()
                    ? CallFacts.Kind.PROBES
                    : !operation.receives()
                            ? CallFacts.Kind.SENDS
                            : operation.sends() ? CallFacts.Kind.EXCHANGES : CallFacts.Kind.RECEIVES;
            assertSame(kind, facts.kind(), operation.method());
        }
        for (WindowOperation operation : WindowOperation.values()) {
            assertSame(
                    CallFacts.Kind.ACCESSES,
                    CallFacts.method("Win", operation.method()).facts().kind());
        }
    }
}
